/** The words of the family in English: the shape that each other language must have. */
export default {
  about:
    'How fast is SQLite here? Inserts in one transaction and in many, then reads by key, with the time spent waiting for storage.',
  names: {
    bulk: 'All rows in one transaction',
    single: 'One row per transaction',
    reads: 'Reads by key',
  },
  rows: 'Rows',
  wait: 'Waiting for storage',
  compute: 'Computing',
  chart: 'Where the time goes',
  calls: 'Calls to storage',
  reading: 'Reads',
  writing: 'Writes',
  flushing: 'Flushes',
  other: 'Other',
  setting: 'SQLite {version} on opfs-sahpool, {page} pages, {size} at the end.',
  verified: '{rows} {{row was|rows were}} verified.',
} as const;
