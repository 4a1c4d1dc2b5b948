import { unitOf } from '../units.ts';

/** The words of tables, charts and files of all families. English is the shape that each other language must have. */
const commonWords = {
  figures: 'Figures',
  test: 'Test',
  value: 'Value',
  interval: 'Interval',
  source: 'Source',
  read: 'Read',
  write: 'Write',
  direction: 'Direction',
  workers: 'Workers',
  ratio: 'Ratio',
  p50: 'Median',
  p95: 'p95',
  p99: 'p99',
  p999: 'p99.9',
  /** Units that have a word in other languages; all others are as the table of units has them. */
  units: {
    files_per_s: unitOf('files_per_s').symbol,
    rows_per_s: unitOf('rows_per_s').symbol,
    items_per_s: unitOf('items_per_s').symbol,
    calls: unitOf('calls').symbol,
  },
  time: 'Time',
  range: '{low} to {high}',
  atLeast: 'at least {value}',
  speed: { faster: '{factor}× faster', slower: '{factor}× slower', same: 'the same' },
  marked: '{value} ({mark})',
  rightIsFaster: 'further right is better',
} as const;

export default commonWords;

/** The words of pictures beside the answer. They are drawn by the service, so no page loads these words. */
export const pictures = {
  sustained: 'Sustained write: {speed} in the long run',
  /** Where no letter of its name can be drawn. */
  unknownDevice: 'Unknown device',
  score: {
    drive: 'Drive score',
    none: {
      changed_parameters: 'No score: the profile was changed',
      not_finished: 'No score: not every test was finished',
      profile_without_score: 'No score: this profile covers only part of a drive',
      other_engine: 'No score: not measured in a browser’s storage',
      no_drive_reads: 'No score: not every test was read from the drive',
      not_saved: 'No score: the writes were not flushed to a drive',
    },
  },
  /** The table of storage for apps, for a README. */
  contenders: {
    title: 'Storage for apps: {browser}, {os}',
    contender: 'Storage',
    put: 'Save 1 KiB',
    read: 'Read 1 KiB',
    providers: 'Providers',
    classes: {
      ordered: 'Class C: synced in order',
      synced: 'Class B: synced, order unproven',
      unsynced: 'Class A: not synced',
    },
    engines: { leveldb: 'in LevelDB', sqlite: 'in SQLite' },
    floor: 'not ranked',
    /** Where nothing is confirmed. */
    empty: 'Nobody has confirmed a measurement yet',
    legend: 'OPFSMark: median time per operation. Bold: fastest of its class, or no clear difference.',
    /** The browser and system in which the classes were determined. */
    counted: 'Classes determined in {browser} on {os}. Other browsers and systems may differ.',
  },
};

/** The words on results of other tools. */
export const foreign = {
  direct: 'reported elsewhere, direct I/O',
  buffered: 'reported elsewhere, through the page cache',
  unsaid: 'reported elsewhere, drive or memory not said',
  problems: {
    not_understood: 'Line {line} was not understood: {text}',
    not_measured: 'Line {line}: nothing was measured: {text}',
    repeated: 'In this text more than once, so the last result is shown: {text}',
    rates_differ:
      'Line {line}: its MB/s and its IOPS are not the same speed, so it is left out. Copy the text from the tool again: {text}',
    queue_short:
      'Line {line}: on average fewer calls were under way than this test is named after, so the drive may be faster: {text}',
    another_result:
      'Another result begins at line {line}, and nothing from there on was read. Take it as a result of its own: {text}',
    mixed: 'Line {line}: mixed reads and writes are left out: {text}',
    direction_missing: 'Line {line} says neither “read” nor “write”: {text}',
    job_options: 'Line {line}: this job does not say what it measured (its “rw” and “bs”): {text}',
    job_kind: 'Line {line}: this job did not measure reads or writes of a file: {text}',
    job_blocks: 'Line {line}: the calls of this job were not all of the one block size that it names: {text}',
    job_depth:
      'Line {line}: this job did not have the number of calls under way that it asked for, so it is left out: {text}',
    job_depth_unsaid:
      'Line {line}: how many calls this job had under way is not in the text, only what it asked for: {text}',
    job_paced:
      'Line {line}: an option held this job back, so its rate is the one that was asked for, not the drive’s: {text}',
    job_places:
      'Line {line}: the calls of this job were neither all in order nor anywhere in the file alike, so it is left out: {text}',
    job_beside:
      'Line {line}: this job ran at the same time as others, so the drive may be faster than it says. Run them one after another, with the option stonewall: {text}',
    job_parts: 'Line {line}: the text does not have exactly the processes of this job, so it is left out: {text}',
    job_unified:
      'Line {line}: this job has reads and writes in one number (unified_rw_reporting), so it is left out. Run it without that option: {text}',
    job_failed: 'Line {line}: this job ended with an error and is left out: {text}',
    several_hosts: 'Results of several hosts are not read. Take the result of one of them.',
    cut_off: 'The text ends too early, at line {line}. What was understood is kept.',
    too_long: 'Only the first {text} were read. Results of these tools are far shorter: is it the right file?',
    tool_unknown:
      'No result of CrystalDiskMark, AmorphousDiskMark, KDiskMark or fio (its JSON) was found, and other tools are not read. Use the whole text of one of these, from its first line; of fio, what it prints with --output-format=json.',
    own_result: 'This is a result of OPFSMark. Compare it by its link, or in the command line by its file of --json.',
    nothing: 'Nothing in it can be compared.',
    more: 'More lines like these: {text}.',
  },
} as const;

/** The same keys in another language; a missing or a surplus key does not compile. */
export type Translation<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };

export type CommonWords = Translation<typeof commonWords>;
export type PictureWords = Translation<typeof pictures>;
export type ForeignWords = Translation<typeof foreign>;
