import type { FamilyId } from '@opfsmark/schema/families';

/** What can be measured: the names of the families, and the question that each answers. */
export default {
  label: 'What to measure',
  matrix: 'Drive',
  stutter: 'Stutter',
  'small-files': 'Small files',
  'block-sweep': 'Block sizes',
  'queue-sweep': 'Queue depths',
  durability: 'Durability',
  sustained: 'Sustained write',
  database: 'Database',
  'app-storage': 'Storage for apps',
  'picked-folder': 'Picked folder',
  'picked-file': 'Picked file',
  more: 'More questions',
  tests: '{count} more {{test|tests}}',
  question: {
    matrix: 'How fast is it?',
    stutter: 'Does it stutter?',
    'small-files': 'What about many small files?',
    'block-sweep': 'Which block size is best?',
    'queue-sweep': 'Do parallel calls help?',
    durability: 'Are my saves safe?',
    sustained: 'How far does it drop?',
    database: 'Is my database fast enough?',
    'app-storage': 'Which storage should my app use?',
    'picked-folder': 'How fast is another drive?',
    'picked-file': 'How fast is a drive that I may only read?',
  } satisfies Record<FamilyId, string>,
} as const satisfies Record<FamilyId | 'label' | 'more' | 'tests', string> & Record<'question', object>;
