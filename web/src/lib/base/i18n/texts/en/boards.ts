import words from '@opfsmark/schema/answer/words/en';
import type { BoardUnit, MetricId } from '@opfsmark/schema/boards';
import type { EvidenceReason } from '@opfsmark/schema/evidence';
import { rowLabels, storeLabels } from '../metric-labels.ts';
import { MB_PER_S } from '@opfsmark/schema/figures/units';

const unrankedReasons = {
  unlisted: {
    why: 'Only people who have this link, or that of its group, see it.',
    next: 'Publish another run to everyone if it is to count.',
  },
  no_ticket: {
    why: 'The site was not reachable when it began, or it was sent over a day later.',
    next: 'Measure online and publish within a day. This one may be deleted after 30 days, unless in a group.',
  },
  hosting: {
    why: 'It came through a hosting or VPN provider, whose addresses are for rent.',
    next: 'Publish without a VPN, or ask the site’s moderators to confirm it.',
  },
  memory_backed: {
    why: 'The browser probably kept the files in memory, as in a private window.',
    next: 'Measure in a normal window.',
  },
  flush_does_nothing: { why: 'Flushes did nothing here.', next: 'Measure on storage that keeps data.' },
  hidden_during_pass: {
    why: 'The page was hidden while it measured.',
    next: 'Measure again and keep the page in view.',
  },
  other_origin: {
    why: 'The run began at another internet provider than the one through which it was sent.',
    next: 'Measure and publish on the same network.',
  },
  wrong_date: {
    why: 'The clock of this device was wrong by more than a day.',
    next: 'Set the clock and measure again.',
  },
  changed_plan: {
    why: 'The settings of the test were changed.',
    next: 'Choose a test, leave its settings as they are and measure again.',
  },
  missing_jobs: { why: 'The run did not finish every part of the test.', next: 'Let the test finish.' },
  missing_passes: {
    why: 'Measurements that belong to the test are missing.',
    next: 'Measure again with the current version of this site.',
  },
  short_passes: { why: 'A measurement stopped before its time was up.', next: 'Let the test finish.' },
  missing_floors: {
    why: 'The cost of a read without the drive was not measured.',
    next: 'Measure again with the current version of this site.',
  },
  floors_differ: {
    why: 'Reads from memory took over twice as long as the same reads at the start of the run.',
    next: 'Close other programs and measure again.',
  },
  missing_fill: { why: 'The test file was not written in full.', next: 'Measure again from the start.' },
  not_verified: {
    why: 'What was read was not compared with what had been written.',
    next: 'Measure again with the current version of this site.',
  },
  stood_still: {
    why: 'The computer or the browser stood still during a part of the test that could not be measured again.',
    next: 'Keep the computer awake and measure again.',
  },
  unknown_core: {
    why: 'It was not measured with a version of the engine that this site has released.',
    next: 'Reload this site and measure again.',
  },
  unknown_environment: {
    why: 'This browser, operating system, clock and way of flushing are not known to occur together.',
    next: 'Measure in a current browser without extensions that change what pages see.',
  },
  copied_passes: {
    why: 'Two measurements are identical down to the last call.',
    next: 'Publish the record as it was measured.',
  },
  impossible_clock: {
    why: 'Some latencies are values that this browser’s clock cannot produce.',
    next: 'Measure in a browser whose clock is not changed by an extension or a setting.',
  },
  idle_worker: {
    why: 'A worker’s calls add up to less than the time it measured.',
    next: 'Close other programs and measure again.',
  },
  latencies_differ: {
    why: 'Calls timed one by one took a very different time from the same calls timed together.',
    next: 'Close other programs and measure again.',
  },
  faster_than_memory: {
    why: 'Some calls took less time than copying their data in memory does.',
    next: 'Measure in a browser whose clock is not changed by an extension or a setting.',
  },
  faster_than_interface: {
    why: 'It is faster than the declared interface can be.',
    next: 'Check which interface the drive has, measure and publish again.',
  },
  unexplained_drive_reads: {
    why: 'Reads of a file that is in memory took as long as reads from a drive.',
    next: 'Free some memory and measure again.',
  },
  faster_than_ceiling: {
    why: 'The picked folder was faster than the same browser in memory.',
    next: 'Close other programs and measure again.',
  },
} as const satisfies Record<EvidenceReason | 'unlisted', { readonly why: string; readonly next: string }>;

/** The names of metrics: short for the head of a column, long where it stands alone. */
const metrics = {
  ...rowLabels({
    write: (row) => ({
      short: `${row} write burst, flushed once`,
      long: `${row} write burst, flushed once at the end`,
    }),
    read: (row) => ({ short: `${row} read`, long: `${row} read, from the drive` }),
    memory: (row) => ({ short: `${row} read, memory`, long: `${row} read, from memory` }),
    buffered: (row) => ({ short: `${row} write, buffered`, long: `${row} write, buffered` }),
    flush: (row) => ({
      short: `${row} write, flushed each time`,
      long: `${row} write, flushed each time (median latency)`,
    }),
  }),
  drive_score: { short: 'Drive score', long: 'Drive score' },
  app_feel_score: { short: 'App feel score', long: 'App feel score (reads from memory)' },
  picked_seq_read: { short: 'Sequential read', long: 'Sequential read in 1 MiB slices, from memory' },
  picked_seq_write: { short: 'Sequential write', long: 'Sequential write, including close' },
  picked_rnd_read: { short: 'Random read', long: 'Random read in 4 KiB slices, from memory' },
  picked_create: { short: 'Files created', long: 'Small files created' },
  picked_delete: { short: 'Files deleted', long: 'Small files deleted' },
  picked_file_read: { short: 'File, sequential read', long: 'Picked file, sequential read in 16 MiB slices' },
  picked_file_wait: { short: 'File, drive time', long: 'Picked file, what the drive adds to a 4 KiB read' },
  ...storeLabels(words.stores, (store, engine) => `${store} in ${engine}`, {
    put: (store) => ({ short: `${store}, put`, long: `${store}: 1 KiB saved in a transaction of its own` }),
    read: (store) => ({ short: `${store}, read`, long: `${store}: 1 KiB read by key` }),
  }),
  sustained_write: { short: 'Sustained write', long: 'Sustained write: rate in the long run, up to 16 GiB' },
} as const satisfies Record<MetricId, { short: string; long: string }>;

/** Units of what is ranked. A latency brings its own. */
const units = {
  bytes_per_s: MB_PER_S,
  iops: 'IOPS',
  files_per_s: 'files/s',
  ns: 'latency',
  points: 'points',
} as const satisfies Record<BoardUnit, string>;

/** The leaderboard, and the pages of devices and filesystems. */
export default {
  metrics,
  units,

  board: {
    title: 'Leaderboard',
    intro:
      '{metric}: best first. Each row is the median of what the customers of different internet providers measured in the last 24 months.',
    introOpen: '{metric}: best first. Each row is the median of its machines in the last 24 months.',
    by: 'By',
    byDevice: 'By device',
    byDrive: 'By drive',
    byInterface: 'By interface',
    byFilesystem: 'By filesystem',
    byBrowser: 'By browser',
    byOs: 'By OS',
    layout: 'Measured through',
    client: 'Browser and OS',
    anyClient: 'any',
    apply: 'Show',
    filters: 'Filters',
    rank: '#',
    subject: {
      device: 'Device',
      drive: 'Drive',
      interface: 'Interface',
      filesystem: 'Filesystem',
      browser: 'Browser',
      os: 'Operating system',
    },
    driveAndDevice: 'Drive and device',
    filesystem: 'Filesystem',
    interval: 'Interval',
    intervalText: '{low} to {high}',
    range: {
      providers: 'range of {count} {{provider|providers}}',
      machines: 'range of {count} {{machine|machines}}',
    },
    p99: 'p99',
    count: { providers: 'Providers', machines: 'Machines' },
    countMeans: {
      providers: 'Internet providers whose customers published results. Each counts once, whatever one of them sends.',
      machines: 'Machines with results. Each counts once, by the median of its last five.',
    },
    barsMean:
      'The bar is the median, from 0 to the number at the right. The dark part is the 95 % confidence interval of the median; with fewer than 6, their range.',
    runs: 'Runs',
    oneRun: 'one result',
    noPlace: 'Nothing is listed here yet: none of the results below shows all that a place needs.',
    noneConfirmed: 'Nothing is confirmed here yet. Untick “Confirmed only” to see what is listed.',
    noneConfirmedHere: 'Nothing on this page is confirmed. See the other pages, or untick “Confirmed only”.',
    confirmedOnly: 'Confirmed only',
    unconfirmedAlone: 'unconfirmed · the only one so far',
    placeOf: 'unconfirmed · place\u00a0{position}\u00a0of\u00a0{total}',
    unconfirmedHint:
      'Unconfirmed: in its place by value, without a number. A number is for what a moderator, or an organisation with a key registered here, has confirmed.',
    reference: 'Reference · {client} · {date}',
    referenceHint:
      'Reference: measured by this project itself, on a virtual machine with two processors. It has no place and counts for nothing; it goes when 20 results are listed.',
    folded: '{count} more {{row|rows}}, folded',
    foldedHint:
      'Far better than what most providers have measured, or one of many rows of the same provider. They count like all others.',
    fold: { far: 'far from others', many: 'one of many of a provider' },
    placeless: 'Recent, without a place',
    placelessHint: 'These results do not count; “State” says why.',
    state: 'State',
    counts: 'counts',
    fromDrive: 'read from the drive',
    fromMemory: 'partly or wholly from memory',
    suspected: {
      memory_backed: 'memory suspected, never counts',
      flush_does_nothing: 'flushes did nothing, never counts',
    },
    tied: 'No clear difference between those beside one band',
    latest: 'Typical result',
    empty: 'No results on this leaderboard yet.',
    emptyNext: 'Be the first: run the benchmark and publish your result.',
    down: 'The leaderboard cannot be reached at the moment.',
    downNext: 'Measuring works without it. Try again in a minute.',
    more: 'Next page',
    updated: 'As of {time}',
    groups: 'Compare the machines of a class or an office',
    pickedHint:
      'Measured through the API for picked folders. It is slower than sync handles, so these results are never compared with them. “Ceiling” is what the same browser reached in memory: a value near it shows the speed of the browser, not of the drive.',
    pickedFileHint:
      'The file existed before the test. Only values slower than the browser itself are ranked, because those came from the drive.',
    ceiling: 'ceiling {value}',
    ceilingHint: 'What the same browser reached with the same calls in memory, in the typical result',
  },

  /** The names of metrics for people who know no names of tests. */
  plain: {
    drive: 'The drive as one number',
    app_feel: 'What apps feel, with the help of memory',
    small_read: 'How fast small files open, read from the drive',
    large_read: 'How fast large files are read from the drive',
    small_memory: 'How fast small files open that are still in memory',
    large_memory: 'How fast large files are read that are still in memory',
    small_save: 'How long a small save takes until it is safe on the drive',
    large_save: 'How long a large save takes until it is safe on the drive',
    small_write: 'How fast many small changes are written, made safe once at the end',
    large_write: 'How fast a large file is written, made safe once at the end',
    small_buffered: 'How fast memory takes small changes, before the drive has them',
    large_buffered: 'How fast memory takes a large file, before the drive has it',
  },

  test: 'Test and figure',
  find: {
    label: 'Find a drive or a device',
    hint: 'Model, for example 990 PRO or XPS 13',
    found: 'Drives and devices with “{text}” in their name',
    notFound: 'No drive or device with results has “{text}” in its name.',
    unconfirmed: 'unconfirmed',
  },
  anyFilesystem: 'any',
  ranked: 'Ranked',
  first: 'First page',
  layouts: {
    shared: 'all workers on one file',
    'per-worker': 'one file per worker',
    node: 'command line (Node.js)',
    'node-direct': 'command line, direct I/O',
    'picked-folder': 'picked folder',
    'picked-file': 'picked file',
    'app-storage': 'storage for apps',
    sustained: 'sustained write',
  },
  modelTitle: '{name}: storage benchmark results',
  models: {
    device: {
      intro: 'Results measured on this device.',
      pending: 'Nobody has confirmed a result of this device yet: it stands by value, without a number.',
      notKnown: 'No results for this device',
    },
    drive: {
      intro: 'Results measured on drives of this model.',
      pending: 'Nobody has confirmed a result of this drive yet: it stands by value, without a number.',
      notKnown: 'No results for this drive',
    },
  },
  filesystemTitle: '{filesystem}: storage benchmark results',
  filesystemIntro: 'Results measured on this filesystem, by operating system and device.',
  notKnownFilesystem: 'No such filesystem',
  notKnownNext: 'Check the spelling. Perhaps nobody has published a result yet.',
  toBoard: 'Go to the leaderboard',
  metric: 'Metric',
  show: 'Show',
  distribution: 'Distribution: {metric}',
  distributionOf: '{metric}, {part}',
  distributionHint: 'Number of {of} by value. Bars are 2 % wide. Line: median. Band: its 95 % confidence interval.',
  value: 'Value',
  counted: 'Providers or machines',
  over: { providers: 'providers', machines: 'machines' },
  typicalFor: 'Typical result, nearest to the median of {metric}:',
  latestOne: 'Latest result:',
  drives: 'Drives:',
  rank: 'rank {rank}',
  rankAlone: 'the only one so far',
  rankTied: 'rank {rank}, tied',
  summary: 'Median and quartiles',
  median: 'Median',
  interval: 'Interval',
  quartiles: 'Quartiles',
  figure: 'Metric',
  runs: 'Latest results',
  noRuns: 'No result has been published yet.',
  when: 'When',
  device: 'Device',
  filesystem: 'Filesystem',
  client: 'Browser and OS',
  profile: 'Test',
  full: 'Full',
  result: 'Result',
  compare: 'Compare',
  compareAll: 'Compare the latest {count}',
  unsaid: 'Not specified',
  byDrive: {
    title: 'What its drives differ in',
    difference: 'Difference',
    times: '{ratio} times',
    unclear: 'none that is clear',
    hint: 'Medians of the latest results listed below. A difference is clear where chance alone would show it in fewer than 5 of 100 comparisons.',
  },
  cross: 'By browser and system',
  crossHint: 'Median of the latest results listed below; their number in brackets.',
  of: '{value} ({runs})',
  unranked: 'does not count',

  /** Where a published result stands among others. */
  standing: {
    standing: 'Where it stands',
    standingOf: '{test}: {value}',
    providers: '{count} {{provider|providers}}',
    machines: '{count} {{machine|machines}}',
    standingFaster: 'faster than {share} of {of}',
    standingFew: '{of} so far: too few to say',
    standingFilesystem: '{filesystem} on {os}',
    standingRank: 'rank {rank} among devices',
    standingAlone: 'the only device so far',
    standingTied: 'rank {rank} among devices, tied',
    standingListed: 'place {position} of {total} among devices, unconfirmed',
    standingPlaceless: 'listed without a place',
    sustained: 'Sustained write',
    sustainedOf: '{value} after up to 16 GiB of writing (median of {of}); this result is a burst',
    standingFirst: 'No comparable result yet.',
  },

  /** Why a published run does not count, and what to do about it. */
  whyUnranked: { title: 'Published, but not counted', reasons: unrankedReasons },
} as const;
