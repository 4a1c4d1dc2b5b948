/** The words of the family in English: the shape that each other language must have. */
export default {
  about:
    'How fast is another drive? Pick a folder on it; the page writes and reads it as pages can, next to what this browser reaches in memory.',
  names: {
    picked: 'Picked:',
    ceiling: 'In memory:',
    write: 'write, 1 MiB',
    seq_read: 'sequential read, 1 MiB',
    rnd_read: 'random read, 4 KiB',
    create: 'create small files, 4 KiB',
    delete: 'delete small files',
  },
  ceiling: 'In memory',
  ofCeiling: 'vs. memory',
  closed: 'Written in {open}, closed in {close}: {rate} overall.',
  hint: 'Not comparable with sync handles, and ranked separately: a page reaches a picked folder through a slower API. A number close to the one in memory measures the browser, not the drive. What was just written is read from memory.',
} as const;
