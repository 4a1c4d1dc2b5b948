import { BLOCK_BYTES } from './blocks.ts';
import { appClassOf, speedClassesOf, type RandomRates } from './classes.ts';
import type { BlockState, Journal } from './journal.ts';
import { MIN_TESTED_BYTES, type CapacityVerdict } from './verdict.ts';
import type { CapacityWords } from './words/en.ts';
import { decimalsOf } from '../documents/units.ts';
import { MB_PER_S } from '../figures/units.ts';

const SONY = 'https://helpguide.sony.net/cam/1720/v1/zh-tw/contents/TP0002928468.html';
const SONY_INTRA = 'https://helpguide.sony.net/ilc/2370/v1/zh-tw/contents/0002H_usable_memory_card.html';
const APPLE = 'https://www.apple.com/final-cut-pro/docs/Apple_ProRes.pdf';

interface VideoFormat {
  readonly name: string;
  /** The most that it writes, by who made it. */
  readonly mbitPerS: number;
  readonly source: string;
}

/** Formats that cameras and recorders write, with their rates as published: highest rates of Sony, targets at 29.97 of Apple. */
const VIDEO_FORMATS: readonly VideoFormat[] = [
  { name: 'AVCHD 1080p60 (28M PS)', mbitPerS: 28, source: SONY },
  { name: 'XAVC S HD 1080p60', mbitPerS: 50, source: SONY },
  { name: 'XAVC S 4K 30p (100M)', mbitPerS: 100, source: SONY },
  { name: 'XAVC S 4K (200M)', mbitPerS: 200, source: SONY_INTRA },
  { name: 'XAVC S-I 4K (600M)', mbitPerS: 600, source: SONY_INTRA },
  { name: 'ProRes 422 Proxy 1080p30', mbitPerS: 45, source: APPLE },
  { name: 'ProRes 422 1080p30', mbitPerS: 147, source: APPLE },
  { name: 'ProRes 422 HQ 1080p30', mbitPerS: 220, source: APPLE },
  { name: 'ProRes 422 UHD 30p', mbitPerS: 589, source: APPLE },
  { name: 'ProRes 422 HQ UHD 30p', mbitPerS: 884, source: APPLE },
  { name: 'ProRes 4444 UHD 30p', mbitPerS: 1326, source: APPLE },
];

interface VideoRow extends VideoFormat {
  /** Recorded at the same time without a dropped frame. */
  readonly streams: number;
  /** Of one stream, until what was tested is full; `null` where it cannot keep up. */
  readonly minutes: number | null;
}

/** By the slowest stretch of writing, which is what a recording must get through. */
export function videoRows(slowestMbPerS: number, blocks: number): VideoRow[] {
  return VIDEO_FORMATS.map((format) => {
    const streams = Math.floor((slowestMbPerS * 8) / format.mbitPerS);
    const minutes = (blocks * BLOCK_BYTES * 8) / (format.mbitPerS * 1e6) / 60;
    return { ...format, streams, minutes: streams === 0 ? null : minutes };
  });
}

const MB = 1e6;
const GB = 1e9;

/** As drives are sold: "64.0 GB", "512 MB". */
export function formatSize(bytes: number): string {
  // What would be rounded to 1000 MB is 1 GB.
  const [amount, unit] = bytes >= 0.9995 * GB ? [bytes / GB, 'GB'] : [bytes / MB, 'MB'];
  const digits = decimalsOf(amount, (size) => (size >= 100 || size === 0 ? 0 : size >= 10 || unit === 'MB' ? 1 : 2));
  return `${amount.toFixed(digits)} ${unit}`;
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);

const placesOf = (words: CapacityWords, count: number) =>
  fill(count === 1 ? words.place : words.places, { count: `${count}` });

/** Places that could not be read, and files that could not be written. */
const refusalsOf = ({ writeErrors }: Journal, { blocks }: CapacityVerdict) => blocks.unreadable + writeErrors;

/** Which sentence holds: the kind, and what brought it about. */
function sentenceOf(journal: Journal, verdict: CapacityVerdict): keyof CapacityWords['verdicts'] {
  switch (verdict.kind) {
    case 'true':
      if (verdict.isQuick) return 'trueQuick';
      return verdict.blocks.memory > 0 ? 'trueMostly' : 'true';
    case 'fake':
      return verdict.periodBytes === null ? 'drops' : 'wraps';
    case 'sick':
      return refusalsOf(journal, verdict) > 0 ? 'sick' : 'sickSlow';
    case 'unknown':
      if (verdict.blocks.memory > 0) return 'memory';
      return journal.phase === 'done' && verdict.slowPlaces > 0 ? 'slowOnce' : 'unknown';
    case 'too_little':
      return 'tooLittle';
    default:
      return verdict.kind;
  }
}

interface Described {
  readonly sentence: string;
  readonly advice: string;
  readonly rows: readonly (readonly [name: string, value: string])[];
  /** `null` where the drive does not keep what is written, whose speed then says nothing, or where memory took it. */
  readonly classes: string | null;
  /** `null` as with `classes`, and where no small calls were made. */
  readonly appClass: string | null;
  readonly video: ReturnType<typeof videoRows>;
}

interface Speeds {
  readonly writeMbPerS: number;
  /** Of the slowest file: the stretch that a recording must get through. */
  readonly slowestMbPerS: number;
  readonly readMbPerS: number;
}

/** As a test writes at its beginning. */
const MIN_STRETCH_BLOCKS = 64;
const rate = (blocks: number, ms: number) => (ms > 0 ? (blocks * BLOCK_BYTES) / ms / 1e3 : 0);

function speedsOf({ files, readMs, readBlocks }: Journal): Speeds {
  const blocks = files.reduce((sum, file) => sum + file.written, 0);
  const ms = files.reduce((sum, file) => sum + file.ms, 0);
  // The last is cut off by the end of the drive, and may be no more than a moment; so are probes.
  const whole = files.filter(({ written }, index) => index === 0 || written >= MIN_STRETCH_BLOCKS);
  return {
    writeMbPerS: rate(blocks, ms),
    slowestMbPerS: whole.length === 0 ? 0 : Math.min(...whole.map((file) => rate(file.written, file.ms))),
    readMbPerS: rate(readBlocks, readMs),
  };
}

/** More than memory takes before it makes a writer wait for the drive. */
const MIN_UNFLUSHED_BYTES = 16_384 * BLOCK_BYTES;

const keepsData = ({ kind, blocks }: CapacityVerdict) => (kind === 'true' || kind === 'slow') && blocks.intact > 0;

function classesOf(slowestMbPerS: number, words: CapacityWords): string {
  const classes = speedClassesOf(slowestMbPerS);
  return classes.length === 0 ? words.noClass : fill(words.classes, { classes: classes.join(', ') });
}

function appClassText(random: RandomRates, slowestMbPerS: number, words: CapacityWords): string {
  const name = appClassOf(random, slowestMbPerS);
  return fill(name === null ? words.noAppClass : words.appClass, {
    class: name ?? '',
    reads: random.readsPerS.toFixed(0),
    writes: random.writesPerS.toFixed(0),
  });
}

/** A verdict in the words of a language. */
export function describeCapacity(journal: Journal, verdict: CapacityVerdict, words: CapacityWords): Described {
  const { blocks, slowPlaces, slowAgainPlaces } = verdict;
  const bytesOf = (count: number) => formatSize(count * BLOCK_BYTES);
  const bad = blocks.overwritten + blocks.lost + blocks.changed;
  const name = sentenceOf(journal, verdict);
  const sentence = fill(words.verdicts[name], {
    tested: formatSize(verdict.testedBytes),
    proven: formatSize(verdict.provenBytes),
    real: formatSize(verdict.realBytes ?? 0),
    bad: bytesOf(bad),
    least: formatSize(MIN_TESTED_BYTES),
    places: placesOf(
      words,
      name === 'sickSlow'
        ? slowAgainPlaces
        : name === 'slow' || name === 'slowOnce'
          ? slowPlaces
          : refusalsOf(journal, verdict),
    ),
  });
  const advice = words.advice[name === 'wraps' || name === 'drops' ? 'fake' : name === 'sickSlow' ? 'sick' : name];
  const { rows } = words;
  const speeds = speedsOf(journal);
  const hasDriveSpeed = keepsData(verdict) && (journal.isFlushed || verdict.writtenBytes >= MIN_UNFLUSHED_BYTES);
  const speed = (value: number) => `${value.toFixed(1)} ${MB_PER_S}`;
  const candidates: readonly (readonly [string, string, boolean])[] = [
    [rows.tested, formatSize(verdict.testedBytes), true],
    [rows.written, formatSize(verdict.writtenBytes), verdict.writtenBytes < verdict.testedBytes],
    [rows.intact, bytesOf(blocks.intact), true],
    [rows.real, formatSize(verdict.realBytes ?? 0), verdict.realBytes !== null],
    [rows.period, formatSize(verdict.periodBytes ?? 0), verdict.periodBytes !== null],
    [rows.overwritten, bytesOf(blocks.overwritten), blocks.overwritten > 0],
    [rows.lost, bytesOf(blocks.lost), blocks.lost > 0],
    [rows.changed, bytesOf(blocks.changed), blocks.changed > 0],
    [rows.unreadable, bytesOf(blocks.unreadable), blocks.unreadable > 0],
    [rows.firstBad, formatSize(verdict.firstBadBytes ?? 0), verdict.firstBadBytes !== null],
    [rows.memory, bytesOf(blocks.memory), blocks.memory > 0],
    [rows.unread, bytesOf(blocks.unread), blocks.unread > 0],
    [rows.slow, `${slowPlaces}`, slowPlaces > 0],
    [rows.slowAgain, `${slowAgainPlaces}`, slowPlaces > 0],
    [rows.write, speed(speeds.writeMbPerS), speeds.writeMbPerS > 0],
    [rows.slowestWrite, speed(speeds.slowestMbPerS), speeds.slowestMbPerS > 0],
    [rows.read, speed(speeds.readMbPerS), speeds.readMbPerS > 0],
  ];
  return {
    sentence,
    advice,
    rows: candidates.flatMap(([label, value, isShown]) => (isShown ? [[label, value] as const] : [])),
    video: hasDriveSpeed ? videoRows(speeds.slowestMbPerS, journal.states.length) : [],
    classes: hasDriveSpeed ? classesOf(speeds.slowestMbPerS, words) : null,
    appClass:
      hasDriveSpeed && journal.random !== null ? appClassText(journal.random, speeds.slowestMbPerS, words) : null,
  };
}

/** The state that a cell of the map stands for; the worst of its blocks decides. */
export type MapCell = BlockState | 's';
const WORST: readonly MapCell[] = ['o', 'l', 'e', 'c', 's', 'm', 'w', 'i'];

/** The blocks in so many cells, in order; `s`: slow each time. */
export function mapOf({ states, slow }: Journal, cells: number): MapCell[] {
  const slowBlocks = new Set(
    slow.flatMap((call) => (call.readAgain > 0 && call.slowAgain === call.readAgain ? [call.block] : [])),
  );
  const count = Math.min(cells, states.length);
  return Array.from({ length: count }, (_, cell): MapCell => {
    const [from, to] = [Math.floor((cell * states.length) / count), Math.floor(((cell + 1) * states.length) / count)];
    const found = new Set<MapCell>();
    for (let block = from; block < to; block++) {
      const state = states[block] ?? 'u';
      found.add(state === 'i' && slowBlocks.has(block) ? 's' : state);
    }
    // A quick test looks at some blocks of a cell: what it found there stands for it.
    if (found.has('i')) for (const state of ['w', 'u'] as const) found.delete(state);
    return WORST.find((state) => found.has(state)) ?? 'u';
  });
}
