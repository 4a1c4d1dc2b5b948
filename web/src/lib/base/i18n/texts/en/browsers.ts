/** The words of `/browsers`: browsers, release by release. */
export default {
  title: 'Browsers, release by release',
  intro:
    'How fast pages can store data in one browser and another, on one computer. Each release is started with a fresh profile, over and over, and they have their turns in an order that is drawn anew: A B C C B A. The same figures are measured in all of them.',
  builds:
    'The releases in a row are headless shells of Chromium, built for servers: this build, not Chrome as people have it. The newest stands beside the whole browser, so that the difference can be seen.',
  measured: 'Measured {date}: {rounds} {{round|rounds}} in {minutes} {{minute|minutes}}. {machine}',
  none: 'Nothing has been measured yet.',
  feed: 'Changes as an Atom feed',
  repeat: 'Measure it again on Linux:',

  enginesTitle: 'IndexedDB: LevelDB or SQLite',
  enginesIntro:
    'Chromium is moving IndexedDB from LevelDB to SQLite. Here one build, Chromium {version}, has both. Which one it used was read from the files in its profile.',
  enginesChart: 'How many times as fast SQLite is as LevelDB',
  leveldbFaster: 'LevelDB is faster',
  sqliteFaster: 'SQLite is faster',
  leveldb: 'LevelDB',
  sqlite: 'SQLite',
  noEngines: 'No build was measured with both.',

  changesTitle: 'What changed',
  changesIntro:
    'A change stands here if the change points of all values lie between two releases, as in the test of sustained writing, and these two differ by more than chance and by more than {threshold}.',
  noChanges: 'No change was found in these figures.',
  change: '{figure}: {from} → {to}',
  faster: '{factor} times as fast ({least}–{most})',
  slower: '{factor} times slower ({least}–{most})',
  less: '{factor} times less ({least}–{most})',
  more: '{factor} times more ({least}–{most})',
  same: 'no difference',
  unclear: 'not clear',
  controlMoved: 'The processor loop beside it changed as well: {ratio}.',
  controlSame: 'The processor loop beside it did not change.',
  controlUnclear: 'It is not clear whether the processor loop beside it changed: {least} to {most} times as fast.',

  noiseTitle: 'How far to trust it',
  twins: '{name}, measured twice as if it were two browsers: {different} of {figures} figures were called different.',
  falseAlarms:
    'The releases of every round were also shuffled, so that no change was left: {found} of {tried} series still showed one.',
  ended: {
    time: 'It ended because its time was over.',
    narrow: 'It ended because every difference was known well enough.',
    rounds: 'It ended after as many rounds as were asked for.',
  },

  figuresTitle: 'Figures over releases',
  groups: {
    indexeddb: 'IndexedDB',
    opfs: 'Private file system',
    cache: 'Cache',
    sqlite: 'SQLite',
    browser: 'Workers and memory',
    control: 'Control',
  },
  groupsLabel: 'Which figures',
  chartTitle: '{figure}, {unit}',
  perCall: '{unit} per call',
  median: 'median',
  level: 'level',
  release: 'Release of Chromium',
  table: 'Median by browser',
  browser: 'Browser',

  shellTitle: 'Headless shell and whole browser',
  shellIntro: 'Chromium {version}, from the same source on the same day.',
  figure: 'Figure',
  shell: 'shell',
  whole: 'whole browser',
  wholeRatio: 'whole browser is',

  buildsTitle: 'What was measured',
  columns: { browser: 'Name', version: 'Version', build: 'Build', engine: 'IndexedDB in', problems: 'Not measured' },
  shellBuild: '{build}, headless shell',
  missing: '{part}: {reason}',
  failed: 'failed {count} {{time|times}}: {reason}',

  publishedTitle: 'What people published',
  publishedIntro: 'Runs of this site by browser and major version: other computers, each with a drive of its own.',
  publishedNone: 'Nobody has published a run on this server that can be compared by browser.',

  changePage: {
    title: '{figure}, {from} → {to}',
    before: 'before, {version}',
    after: 'after, {version}',
    distributions: 'All values, from the smallest to the largest',
    rank: 'rank',
    all: 'All values',
    noise: 'Measured against itself, such a ratio reaches {noise} by chance.',
    back: 'All browsers',
    gone: 'There is no such change in what is published now.',
  },

  /** By the ids of figures; those of stores for apps are called as on `/storage`. */
  figures: {
    'idb get': 'IndexedDB: get',
    'idb get-all': 'IndexedDB: getAll, 1,000 rows',
    'idb cursor': 'IndexedDB: cursor, 1,000 rows',
    'idb open': 'IndexedDB: open',
    'opfs read-1m': 'Read 1 MiB',
    'opfs write-1m': 'Write 1 MiB',
    'opfs read-4k': 'Read 4 KiB',
    'opfs write-4k': 'Write 4 KiB',
    'opfs save-4k': 'Write 4 KiB and flush',
    'opfs open': 'Open a handle',
    'opfs small-files': 'Create and delete a file',
    'opfs writable': 'createWritable, 4 KiB',
    'workers ready': 'Eight workers ready',
    memory: 'Memory of all processes',
    'control processor': 'Processor loop',
  },
} as const;
