import type { FamilyId } from '../../families/index.ts';

/** The English words with which files tell of pauses: files are made on pages that load no others. */
export default {
  notes: {
    pause_left_out:
      'The computer or the browser stood still for {time} during {test}. That part could not be measured again and was left out.',
    pause_repeated: 'The computer or the browser stood still for {time} during {test}; that pass was measured again.',
    pause_between:
      'The computer or the browser stood still for {time} while nothing was being timed. No number contains that time.',
  },
  /** “SEQ1M Q1 read”, where a note names the test under way. */
  directions: { read: 'read', write: 'write', mix: 'mix' },
  families: {
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
  } satisfies Record<FamilyId, string>,
} as const;
