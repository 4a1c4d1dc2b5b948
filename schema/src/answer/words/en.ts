import type { OriginWord } from '../../figures/figure.ts';
import { STORES } from '../../families/app-storage/stores.ts';
import type { FamilyId } from '../../families/ids.ts';
import type { Translation } from '../../figures/words/en.ts';
import { MB_PER_S } from '../../figures/units.ts';

/**
 * The words of the answer, on the page, in pictures, badges and files. `{name}` is a value; what stands between asterisks is
 * set in the colour of the verdict. `owner` is for who measured it, `visitor` for everybody else.
 */
const en = {
  drive: { owner: 'Your drive', visitor: 'This drive' },
  sentences: {
    small_read_fast:
      '{drive} is not what makes this computer slow: *{time}* per small read, {factor} times faster than a hard disk.',
    small_read_uneven: '{drive} answers most small reads in *{time}*, but it stands still in between.',
    small_read_fine:
      '{drive} makes large apps open a little slowly: *{time}* per small read. A fast SSD is about {factor} times faster.',
    small_read_slow:
      '{drive} is slow, as a hard disk is: opening apps waits for it, *{time}* per small read. A fast SSD is about {factor} times faster.',
    small_read_very_slow:
      '{drive} is slower than a hard disk: opening files waits for it, *{time}* per small read. A fast SSD is about {factor} times faster.',
    drive_wait: 'A small read waits *{time}* for the drive.',
    saves: '{drive} safely saves *{rate}* small changes per second.',
    large_write: '{drive} writes large files in bursts of *{speed}*.',
    large_write_long: '{drive} writes large files at *{speed}*.',
    large_read: '{drive} reads large files at *{speed}*.',
    row_read: '{drive} reads at *{speed}* in the test {row}.',
    row_write: '{drive} writes at *{speed}* in the test {row}.',
    row_mix: '{drive} reads and writes at *{speed}* in the test {row}.',
    memory: 'No verdict on the drive: this run measured the computer’s memory.',
    stall_smooth: 'The longest wait was *{time}*: too short to notice.',
    stall_hitch: 'The longest wait was *{time}*: felt as a hitch.',
    stall_freeze: 'The longest wait was *{time}*: felt as a freeze.',
    busy_smooth: 'With the drive half busy, {share} of saves are done within *{time}*: too short to notice.',
    busy_hitch: 'With the drive half busy, {share} of saves are done within *{time}*: felt as a hitch.',
    busy_freeze: 'With the drive half busy, {share} of saves are done within *{time}*: felt as a freeze.',
    files_short: 'Creates *{rate}* small files per second: 10,000 files in {seconds}.',
    files_wait: 'Creates *{rate}* small files per second: 10,000 files take {seconds}, a noticeable wait.',
    files_long: 'Creates *{rate}* small files per second: 10,000 files take {seconds}, time for a coffee.',
    commits_queue: 'Enough for a job queue: *{rate}* single-row commits per second.',
    commits_app: 'Fine for a note-taking app, slow for a job queue: *{rate}* single-row commits per second.',
    commits_slow: 'As slow as a hard disk: *{rate}* single-row commits per second. Put many rows into one transaction.',
    commits_felt: 'Each save is felt as a delay: *{rate}* single-row commits per second.',
    flush_free: 'Yes: each save is flushed to the drive at *{speed}*, no slower than without a flush.',
    flush_cheap: 'Yes: each save waits for the drive, at *{speed}*, {ratio} times slower than without a flush.',
    flush_dear: 'Yes: each save waits for the drive, which makes it *{ratio} times slower* than without a flush.',
    unsafe: 'No: a flush does nothing here, so a power cut can take what was saved.',
    cliff: 'Long writes drop to *{speed}* after {bytes}: {share} of the speed at first.',
    changed: '{drive} writes at *{speed}* in the long run; at times it was {between}.',
    steady: '{drive} kept *{speed}* over {bytes} of writing.',
    block_knee: 'Blocks of *{block}* are large enough: no size is faster than {speed}.',
    queue_knee: '*{queues} writes at once* are enough: {factor} times the speed of one at a time.',
    queue_knee_one: '*One write at a time* is enough: more at once are hardly faster.',
    best_store: 'For a note-taking app use *{store}*: {rate} saves per second here.',
    folder_write: 'This folder takes large files at *{speed}*, as a page writes them.',
    unknown_read: 'No verdict on the drive: it is not known whether the drive or memory answered the reads.',
    nothing_stopped: 'Stopped before the drive was measured.',
    nothing_failed: 'The run failed before the drive was measured.',
    nothing_write_refused: 'No verdict on the drive: it refused a write. Back up what matters first.',
    nothing_drive_error: 'No verdict on the drive: reading or writing failed. Back up what matters first.',
    nothing_data_changed: 'No verdict on the drive: what was read is not what was written. Back up what matters first.',
    nothing_flush_does_nothing: 'No verdict on the drive: flushes did nothing here.',
    nothing_too_little: 'Too little was written to tell whether saves reach the drive.',
    nothing_mixed: 'No verdict on the drive: memory answered some of the reads.',
  },
  /** In place of a value, where another run may have twice or half as much. */
  between: 'between {low} and {high}',
  /** After the sentence, where calls that stalled took a third of the time. */
  uneven: 'Very uneven: 1 call in {every} took {time} or more, {share} of the time in all.',
  /** At the end, where the drive stood still for a second or more. */
  stoodStill: 'It stood still for up to {time}.',
  /** Beside a mark, where some calls stalled. */
  stalls: 'without stalls: 1 in {every} took {time} or more',
  /** Between sentences. */
  gap: ' ',
  grades: { good: 'good', fair: 'fair', poor: 'poor' },
  /** Where calls that stalled took a third of the time, or the drive stood still for a second or more. */
  gradesUneven: { good: 'good, but uneven', fair: 'fair, and uneven', poor: 'poor, and uneven' },
  /** Where the points of a drive stand among the usual drives of each class. */
  places: {
    like: 'Like {a}',
    between: 'Between {a} and {b}',
    faster: 'Faster than {a}',
    slower: 'Slower than {b}',
  },
  classes: { disk: 'a hard disk', sata: 'a SATA SSD', nvme: 'an NVMe SSD' },
  points: '{points} points ({low} to {high})',
  /** The figure of the sentence in a few words, for a badge or a title, whatever its verdict; without an entry the sentence itself. */
  headlines: {
    small_read: '{time} per small read',
    drive_wait: 'small reads wait {time} for the drive',
    saves: '{rate} safe saves per second',
    large_write: 'writes {speed}',
    large_read: 'reads {speed}',
    row_read: '{row} reads {speed}',
    row_write: '{row} writes {speed}',
    row_mix: '{row} reads and writes {speed}',
    stall: 'longest wait {time}',
    busy: '{share} of saves within {time} at half load',
    files: 'creates {rate} files per second',
    commits: '{rate} commits per second',
    flush_cost: '{speed}, flushed each time',
    flush_dear: '{ratio} times slower, flushed each time',
    unsafe: 'flushes do nothing',
    cliff: 'drops to {speed} after {bytes}',
    changed: '{speed} in the long run',
    steady: 'kept {speed}',
    block_knee: 'blocks of {block} are enough',
    queue_knee: '{queues} writes at once are enough',
    queue_knee_one: 'one write at a time is enough',
    best_store: '{store}, {rate} saves per second',
    folder_write: 'writes {speed}',
    memory: 'only memory was measured',
    unknown_read: 'drive or memory is not known',
    nothing_mixed: 'reads partly from memory',
  },
  /** The uses that a number is good for, and those it is not, before its sentence. */
  verdicts: {
    long_copies: 'Fine for 4K video and for copying many gigabytes.',
    long_video: 'Fine for 4K video, slow for copying many gigabytes.',
    long_slow: 'Slow for 4K video and for copying large files.',
    burst_copies: 'Fine for saving large files; what long copies reach was not measured.',
    burst_video: 'Fine for saving a large file now and then; what long copies reach was not measured.',
    open_fast: 'Fine for starting programs and for databases.',
    open_fine: 'Fine for opening files, slow for databases.',
    open_slow: 'Slow for starting programs, as a hard disk is.',
    open_very_slow: 'Slower than a hard disk: opening files is a wait.',
    store_smooth: 'Fine for saving with every change.',
    store_slow: 'Fine for saving now and then, slow for saving with every change.',
    store_felt: 'Slow: each save is felt as a delay.',
  },
  proof: {
    drive: 'Drive reads: all {tests} tests read from the drive',
    drive_one: 'Read from the drive',
    some: 'Drive reads: {proven} of {tests} {{test|tests}} read from the drive',
    mixed: 'Drive reads: up to {share} came from memory',
    memory: 'Drive reads could not be measured: reads kept coming from memory',
    planned_memory: 'Read from memory only, as set for this run',
    unknown: 'Could not tell drive from memory',
    paired: 'Compared with the same reads from memory',
    flushed: 'Written and flushed to the drive',
    system: 'Drive, filesystem and browser together',
  },
  /** Above the figure of a ruler; the short one is for pictures. */
  rulers: {
    opens: 'Opens files',
    moves: `Moves large files, ${MB_PER_S}`,
    saves: 'Saves safely',
    waits: 'Longest wait',
    busy: 'Saves while busy',
    commits: 'Commits',
    files: 'Creates small files',
    calls: 'Small writes, many at once',
    items: 'Saves small items',
  },
  /** At the right end of the axis. */
  units: { per_s: '{value} /s', mb_per_s: `{value} ${MB_PER_S}`, ns: '{value}' },
  /** `flag` stands above the mark; `figure`, `unit` and `under` beside the ruler. */
  marks: {
    small_read: { flag: 'read {value}', figure: '{time}', unit: 'per read', under: '{value} per second on average' },
    drive_wait: { flag: 'read {value}', figure: '{time}', unit: 'per read', under: 'what the drive adds, median' },
    large_read: { flag: 'read {value}', figure: '{value}', unit: '', under: 'read' },
    large_write: { flag: 'write {value}', figure: '{value}', unit: '', under: 'written in bursts, flushed' },
    long_write: { flag: 'write {value}', figure: '{value}', unit: '', under: 'written, flushed' },
    filled: { flag: 'file {value}', figure: '{value}', unit: '', under: 'the test file, written and flushed' },
    save: { flag: 'save {value}', figure: '{value}', unit: 'per second', under: '{time} on average, all flushed' },
    stall: { flag: 'longest {value}', figure: '{value}', unit: '', under: 'longest of {calls} calls' },
    busy_save: {
      flag: 'save {value}',
      figure: '{value}',
      unit: '',
      under: '{percent} % of saves are done by then, at {load} % load',
    },
    file: { flag: 'create {value}', figure: '{value}', unit: 'per second', under: '{files} at once' },
    commit: { flag: 'commit {value}', figure: '{value}', unit: 'per second', under: '{time} each on average' },
    flushed_each: { flag: 'write {value}', figure: '{value}', unit: '', under: 'flushed each time' },
    at_first: { flag: 'at first {value}', figure: '{value}', unit: '', under: 'at first' },
    at_last: { flag: 'long run {value}', figure: '{value}', unit: '', under: 'in the long run' },
    kept: { flag: 'kept {value}', figure: '{value}', unit: '', under: 'kept, flushed' },
    block_write: { flag: 'write {value}', figure: '{value}', unit: '', under: 'written, flushed' },
    queue_write: { flag: 'write {value}', figure: '{value}', unit: 'per second', under: '{queues} at once' },
    item: { flag: 'save {value}', figure: '{value}', unit: 'per second', under: '{time} each on average' },
    folder_write: { flag: 'write {value}', figure: '{value}', unit: '', under: 'written, closed' },
  },
  /** Of a run under way: how fast its file was written, before a test of writes has a figure. */
  filled: { flag: 'file {value}', under: 'the test file, written and flushed' },
  /** For screen readers: the sentence that describes a mark on a ruler. */
  bandAt: 'within: {bands}',
  bandNone: 'outside the ranges shown',
  /** Below a time that is a median of some calls. */
  partly: 'median of the {share} from the drive',
  /** The queue depth of the row that is the fastest, and what is said below it of a slower one. */
  ofRow: '{under}, Q{queues}',
  slowerAtOnce: {
    read: 'Reading {queues} at once is slower: {speed}.',
    write: 'Writing {queues} at once is slower: {speed}.',
  },
  /** Between names, and between what is said of one mark. */
  comma: ', ',
  semicolon: '; ',
  interval: '{low} to {high}',
  /** After the name of a mark and a colon, or alone with a capital. */
  missing: {
    from_memory: 'could not be measured, because reads kept coming from memory.',
    planned_memory: 'not measured, because this run was set to read from memory only.',
    unknown_source: 'could not tell drive from memory.',
    memory_backed: 'not measured, because this browser keeps the files in memory.',
    flush_does_nothing: 'not measured, because a flush does nothing here.',
    not_in_plan: 'not part of this run.',
    stopped: 'not measured, because the run was stopped.',
    failed: 'not measured, because the test failed.',
  },
  missingPartly: 'could not be measured, because {share} came from memory.',
  bands: {
    sd: 'SD card',
    disk: 'Hard disk',
    sata: 'SATA SSD',
    nvme: 'NVMe SSD',
    ssd: 'Laptop or PC SSD',
    plp: 'SSD with power-loss protection',
    smooth: 'not noticed',
    hitch: 'a hitch',
    freeze: 'a freeze',
    short: 'a short wait',
    wait: 'a noticeable wait',
    long: 'a long wait',
  },
  /** Where there is little room; the others are short enough. */
  bandsShort: {
    sd: 'SD',
    disk: 'Disk',
    sata: 'SATA',
    nvme: 'NVMe',
    ssd: 'PC SSD',
    plp: 'Power-protected',
  },
  notes: {
    memory_backed: 'This browser keeps the files in memory, as private windows do. Run again in a normal window.',
    flush_does_nothing: 'A flush did nothing here. Do not trust the writes of this run.',
    no_space_to_clear:
      'The test files could not be cleared from memory: that takes empty files as large as the free memory, and this site may not store as much. Free some space on the drive and run again, or measure after a restart.',
    two_runs:
      'Of two runs together: this one and the one before. Each stays in the history by itself, and what is published is this one alone.',
    write_refused: 'The drive refused a write, which ended the run. The tests that were done are shown.',
    drive_error: 'Reading or writing failed, which ended the run. The tests that were done are shown.',
    data_changed: 'What was read is not what was written, which ended the run. The tests that were done are shown.',
    failed: 'The run failed. The tests that were done are shown.',
    stopped: 'The run was stopped. The tests that were done are shown.',
    test_failed: 'At least one test failed. The others are shown.',
    hidden: 'The page was hidden during the run, which can slow it down.',
    pause_left_out:
      'The computer or the browser stood still for {time} during {test}. That part could not be measured again and was left out.',
    pause_repeated: 'The computer or the browser stood still for {time} during {test}; that pass was measured again.',
    pause_between:
      'The computer or the browser stood still for {time} while nothing was being timed. No number contains that time.',
    stalls: 'The longest call took {time}, far longer than most. “Stutter” counts such calls.',
    one_loop: 'Measured once: there is no interval. The Default profile repeats each test.',
    drifts: 'The second half of the run had {share} of the speed of the first. Run again.',
    steps: 'The speed changed during the run: afterwards it was {share} of before. Run again.',
    varies: 'Results vary: another run may differ by {share}. Close other programs and run again.',
    busy: 'The computer was busy. Close other programs and run again.',
  },
  /** By how much runs may differ, where it is more than their size. */
  byFactor: 'a factor of {factor}',
  /** “SEQ1M Q1 read”, where a note names the test under way. */
  directions: { read: 'read', write: 'write', mix: 'mix' },
  /** Where a number came from, as a mark beside it: what the drive answered has none. */
  origins: {
    drive: 'from the drive',
    mixed: 'partly from memory',
    memory: 'from memory',
    unknown: 'source unknown',
    unflushed: 'flush did nothing',
    buffered: 'not flushed',
    kept: 'kept in memory',
  } satisfies Record<OriginWord, string>,
  memory: 'From memory: {speed}.',
  memoryMeans: 'This is the computer’s memory, not the drive.',
  /** The subject of the test, as in a picture's corner and at the head of a badge, and the question that it answers. */
  families: {
    matrix: { name: 'Drive', question: 'How fast is it?' },
    stutter: { name: 'Stutter', question: 'Does it stutter?' },
    'small-files': { name: 'Small files', question: 'What about many small files?' },
    'block-sweep': { name: 'Block sizes', question: 'Which block size is best?' },
    'queue-sweep': { name: 'Queue depths', question: 'Do parallel calls help?' },
    durability: { name: 'Durability', question: 'Are my saves safe?' },
    'latency-under-load': { name: 'Latency under load', question: 'How long do saves wait when it is busy?' },
    sustained: { name: 'Sustained write', question: 'How far does it drop?' },
    database: { name: 'Database', question: 'Is my database fast enough?' },
    'app-storage': { name: 'Storage for apps', question: 'Which storage should my app use?' },
    'picked-folder': { name: 'Picked folder', question: 'How fast is another drive?' },
    'picked-file': { name: 'Picked file', question: 'How fast is a drive that I may only read?' },
  } satisfies Record<FamilyId, { name: string; question: string }>,
  stores: STORES.en,
} as const;

export default en;

/** The words of the answer in any language: English is the shape, and a missing or a surplus key does not compile. */
export type Words = Translation<typeof en>;
