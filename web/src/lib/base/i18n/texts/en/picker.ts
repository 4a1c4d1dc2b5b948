/** The names of what can be measured: apart, because the run page needs no more than these. */
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
  'storage-apis': 'Storage APIs',
  'picked-folder': 'Your folder',
} as const;
