/** One plain sentence for each term that a reader may not know. */
export default {
  opens:
    'How often per second the drive finds 4 KiB at a random place, one call after the other: what opening files, starting programs and searching feel like.',
  moves: 'How many megabytes per second a long read or write moves. A write counts until the drive has confirmed it.',
  saves: 'How often per second a small change is written and confirmed by the drive, so that it survives a power cut.',
  waits: 'The longest that any single call had to wait.',
  commits: 'How many rows per second SQLite saves when each has a transaction of its own.',
  files: 'How many files of 4 KiB per second can be created, one after the other.',
  calls: 'How many writes of 4 KiB per second are done when many are under way at once.',
  items: 'How many items of 4 KiB per second the fastest storage API of this browser saves.',
  driveScore:
    'One number for what the drive does by itself; 1,000 is the reference drive. It includes nothing read from memory.',
  appFeel: 'One number for what an app feels, including reads from memory; 1,000 is the reference computer.',
  latency: 'How long single calls took. p99 is the time that 99 of 100 calls stayed under.',
  queueDepth: 'The Q in the name of a test is its queue depth: how many calls are under way at once.',
  isolated:
    'The browser gives this page a process of its own, and with it a finer clock. Without that, short calls cannot be told apart.',
  clock: 'The clock of a page moves in steps this long. A time below one step is shown as “≤” that step.',
  flush: 'Asks the drive to confirm that everything written has arrived.',
} as const;
