import { expect, test } from 'vitest';
import { appClassOf, speedClassesOf } from '../../src/capacity/classes.ts';
import { noteDistance } from '../../src/capacity/journal.ts';
import { periodOf } from '../../src/capacity/period.ts';
import { videoRows } from '../../src/capacity/describe.ts';
import english, { type CapacityWords } from '../../src/capacity/words/en.ts';
import japanese from '../../src/capacity/words/ja.ts';
import {
  BLOCK_BYTES,
  BlockContent,
  capacityVerdict,
  CapacityStopped,
  checkCapacity,
  describeCapacity,
  DriveGone,
  formatSize,
  Lag,
  MIN_TESTED_BYTES,
  newJournal,
  readJournal,
  writeJournal,
  type CapacityVerdict,
  type Journal,
} from '../../src/capacity/index.ts';
import { MadeUpDrive, type Traits } from './made-up-drive.ts';

const QUIET = { onProgress: () => undefined, save: () => undefined, takeLagMs: () => 0 };
const watch = () => ({ ...QUIET, signal: new AbortController().signal });

async function judge(traits: Traits, isQuick: boolean): Promise<CapacityVerdict> {
  const journal = newJournal(7, 'folder', { isQuick });
  const drive = new MadeUpDrive(traits);
  await checkCapacity(drive, journal, { ...watch(), takeLagMs: () => traits.lagMs ?? 0 });
  return capacityVerdict(journal);
}

test('a block says where it belongs, and what became of it', () => {
  const content = new BlockContent(11);
  const [here, there] = [new Uint8Array(BLOCK_BYTES), new Uint8Array(BLOCK_BYTES)];
  content.fill(here, 3);
  content.fill(there, 40_003);
  const whole = { intact: 256, overwritten: 0, changed: 0, lost: 0, distanceCells: null };
  expect(content.inspect(here, 3)).toEqual(whole);
  expect(content.inspect(there, 3)).toEqual({ ...whole, intact: 0, overwritten: 256, distanceCells: 40_000 * 256 });
  here[100_000] = (here[100_000] ?? 0) ^ 1;
  expect(content.inspect(here, 3)).toEqual({ ...whole, intact: 255, changed: 1 });
  // Moved by one cell, as by a file system: every cell still knows its number.
  there.copyWithin(4096, 0);
  expect(content.inspect(there, 40_003)).toMatchObject({ intact: 1, overwritten: 255, distanceCells: -1 });
  expect(new BlockContent(12).inspect(there, 40_003)).toEqual({ ...whole, intact: 0, lost: 256 });
});

const BLOCKS = 160;
/** The drives that a whole test and a quick one tell. */
const DRIVES: readonly (readonly [
  name: string,
  traits: Omit<Traits, 'blocks'> & { readonly blocks?: number },
  whole: Partial<CapacityVerdict>,
  quick: Partial<CapacityVerdict> | null,
])[] = [
  ['a true drive', {}, { kind: 'true', realBytes: null }, { kind: 'true' }],
  ['a limit of file size', { maxFileBlocks: 20 }, { kind: 'true', testedBytes: 160 * BLOCK_BYTES }, null],
  [
    'one that begins anew after 40',
    { realBlocks: 40, past: 'wrap' },
    { kind: 'fake', periodBytes: 40 * BLOCK_BYTES, realBytes: 40 * BLOCK_BYTES },
    { kind: 'fake', periodBytes: 40 * BLOCK_BYTES },
  ],
  [
    'one that begins anew once',
    { realBlocks: 100, past: 'wrap' },
    { kind: 'fake', periodBytes: 100 * BLOCK_BYTES },
    { kind: 'fake', periodBytes: 100 * BLOCK_BYTES },
  ],
  [
    'one that drops what comes after 45',
    { realBlocks: 45, past: 'drop' },
    { kind: 'fake', periodBytes: null, realBytes: 45 * BLOCK_BYTES },
    { kind: 'fake', realBytes: 45 * BLOCK_BYTES },
  ],
  [
    'one that lies while its cache lasts',
    { realBlocks: 45, past: 'drop', cacheBlocks: 16 },
    { kind: 'fake', realBytes: 45 * BLOCK_BYTES },
    { kind: 'fake', realBytes: 45 * BLOCK_BYTES },
  ],
  ['one bad MiB', { changed: (block) => block === 123 }, { kind: 'damaged', firstBadBytes: 123 * BLOCK_BYTES }, null],
  ['one in a hundred changed', { changed: (block) => block % 100 === 7 }, { kind: 'damaged' }, null],
  ['one place that cannot be read', { unreadable: (block) => block === 120 }, { kind: 'sick' }, null],
  ['one that fails at small calls alone', { blocks: 320, failsSmallCalls: true }, { kind: 'sick' }, null],
  ['a slow zone', { slow: (block) => block >= 100 && block < 108 }, { kind: 'sick', slowAgainPlaces: 8 }, null],
  [
    'a slow zone whose calls hide each other when they are read ahead',
    { slow: (block, reading) => block >= 100 && block < 106 && (reading > 0 || block % 3 === 0) },
    { kind: 'sick', slowAgainPlaces: 6 },
    null,
  ],
  [
    'slow anywhere',
    { slow: (block, reading) => reading === 0 && block % 15 === 9 },
    { kind: 'slow', slowAgainPlaces: 0 },
    null,
  ],
  [
    'slow anywhere, because the computer is busy',
    { lagMs: 70, slow: (block, reading) => reading === 0 && block % 15 === 9 },
    { kind: 'true', slowPlaces: 11 },
    null,
  ],
  [
    'slow places that memory answers from then on',
    { remembers: true, slow: (block) => block >= 100 && block < 108 },
    { kind: 'unknown', provenBytes: BLOCKS * BLOCK_BYTES, slowPlaces: 8, slowAgainPlaces: 0 },
    null,
  ],
  ['one slow call', { slow: (block, reading) => reading === 0 && block === 99 }, { kind: 'true' }, { kind: 'true' }],
  ['memory that answers', { isInMemory: true }, { kind: 'unknown', provenBytes: 0 }, { kind: 'unknown' }],
  ['memory that answers, on a busy computer', { isInMemory: true, busyMs: 10 }, { kind: 'unknown' }, null],
  ['a drive on a busy computer', { remembers: true, busyMs: 10 }, { kind: 'true' }, null],
  ['the least for a verdict', { blocks: 96 }, { kind: 'true', testedBytes: MIN_TESTED_BYTES }, { kind: 'true' }],
  ['too little room', { blocks: 95 }, { kind: 'too_little' }, { kind: 'too_little' }],
];

test.each(DRIVES)('%s', async (_, traits, whole, quick) => {
  expect(await judge({ blocks: BLOCKS, ...traits }, false)).toMatchObject(whole);
  if (quick) expect(await judge({ blocks: BLOCKS, ...traits }, true)).toMatchObject(quick);
});

test.each([english, japanese])('who had too little room is told the least for a verdict', async (words) => {
  const journal = newJournal(7, 'folder');
  await checkCapacity(new MadeUpDrive({ blocks: 95 }), journal, watch());
  const { sentence } = describeCapacity(journal, capacityVerdict(journal), words);
  expect(sentence).toContain(formatSize(95 * BLOCK_BYTES));
  expect(sentence).toContain(formatSize(MIN_TESTED_BYTES));
});

/** One whole file that was tested to its end: so many blocks intact, and then so many that memory answered. */
const tested = (intact: number, memory: number, changes: Partial<Journal> = {}): Journal => ({
  ...newJournal(7, 'folder'),
  phase: 'done',
  files: [{ name: '', written: intact + memory, reserved: 0, ms: 1 }],
  states: Array.from({ length: intact + memory }, (_, block) => (block < intact ? 'i' : 'm')),
  ...changes,
});
const told = (journal: Journal, words: CapacityWords = english) =>
  describeCapacity(journal, capacityVerdict(journal), words).sentence;

test('of a true drive no more is said to have come back from it than did', () => {
  expect(told(tested(1980, 20))).toMatch(/is what it says: 2\.08 GB of the 2\.10 GB .* Memory answered for the rest/);
  expect(told(tested(2000, 0))).toContain('all 2.10 GB');
  for (const size of ['2.08 GB', '2.10 GB']) expect(told(tested(1980, 20), japanese)).toContain(size);
});

test('a drive that refused to write is said to have failed at that, however few places were slow', () => {
  const slow = [9, 10, 11].map((block) => ({ block, ms: 300, lagMs: 0, slowAgain: 2, readAgain: 2 }));
  expect(told(tested(96, 0, { slow: slow.slice(2), writeErrors: 2 }))).toContain('2 places could not be read');
  expect(told(tested(96, 0, { slow }))).toContain('the same 3 places took longer than 100 ms');
  expect(told(tested(96, 0, { slow, writeErrors: 1 }))).toContain('1 place could not be read or written');
});

const QUICK = { isQuick: true, states: [] };
test('periods are found among multiples, moved a little by a file system', () => {
  const period = 512 * 2 ** 20;
  const files = Array.from({ length: 100 }, () => ({ name: '', written: 64, reserved: 0, ms: 0 }));
  for (let seed = 1; seed < 40; seed++) {
    const multiples = Array.from({ length: 12 }, (_, index) => 1 + ((seed * (index + 3) * 7919) % 7));
    const distances = [...multiples, 2, 3].map((count, index): [number, number] => [
      index * 40,
      (count * period) / 4096 + ((index * seed) % 9) * 16,
    ]);
    const found = periodOf({ ...QUICK, files, distances });
    expect(Math.abs((found ?? 0) / period - 1), `seed ${seed}`).toBeLessThan(0.02);
  }
});

test.each([
  // 200 MiB that Chromium wrote onto ext4, of which 25 are real: three files of 64 blocks and the rest, not in their order.
  [
    25,
    [64, 64, 64, 2, 1],
    '0-7:170.45 8-21:173.45 22-39:148.45 40-63:131.45 64-70:124.45 71:99.45 72-88:107 89-112:82 113-127:57 128-148:46.45 149-159:21.45 160-169:25',
  ],
  // A drive that is larger than its files.
  [
    80,
    Array.from({ length: 8 }, () => 64),
    '0-60:400.5 61-63:330 64-79:320 80-140:319.5 141-191:239.8 192-239:240.3 240-300:160 301-399:80.4',
  ],
  // Two files of each lap changed places, and of no block it is known what stands there one lap later.
  [
    512,
    Array.from({ length: 64 }, () => 64),
    Array.from({ length: 6 }, (_, lap) => {
      const [from, laps] = [lap * 512, (7 - lap) * 512];
      return `${from}-${from + 63}:${laps + 64} ${from + 64}-${from + 127}:${laps - 64} ${from + 128}-${from + 511}:${laps}`;
    }).join(' '),
  ],
  // What was written last lies elsewhere than all before it, so that no distance is a period.
  [
    512,
    Array.from({ length: 64 }, () => 64),
    Array.from({ length: 7 }, (_, lap) => {
      const [from, moved] = [lap * 512, (7 - lap) * 512 - 128];
      return `${from}-${from + 384}:${moved} ${from + 385}-${from + 500}:${moved + 119.25} ${from + 501}-${from + 511}:${moved - 40}`;
    }).join(' '),
  ],
])('the period of %i MiB is found where a file system has laid files in another order', (mib, blocks, places) => {
  const files = blocks.map((written) => ({ name: '', written, reserved: 0, ms: 0 }));
  const distances = places.split(' ').flatMap((place): [number, number][] => {
    const [, first, last, distanceMib] = /^(\d+)(?:-(\d+))?:([\d.]+)$/.exec(place) ?? [];
    const cells = Math.round(Number(distanceMib) * 256);
    const from = Number(first);
    return Array.from({ length: Number(last ?? first) - from + 1 }, (_, index) => [from + index, cells]);
  });
  const lastBlock = distances.at(-1)?.[0] ?? 0;
  const states = statesOf(['o', lastBlock + 1], ['i', Math.round(0.97 * mib)]);
  const period = periodOf({ isQuick: false, files, distances, states }) ?? 0;
  expect(Math.abs(period / 2 ** 20 - mib)).toBeLessThan(1);
});

test('a stick of 8 GB that says 64 is told by laps from all of it', () => {
  const [blocks, period] = [65_536, 8192];
  const journal = newJournal(1, 'folder');
  journal.files = Array.from({ length: 128 }, () => ({ name: '', written: 512, reserved: 0, ms: 0 }));
  journal.states = statesOf(['o', blocks - period], ['i', period]);
  // Each place holds what was written there last.
  for (let block = 0; block < blocks - period; block++) {
    noteDistance(journal, block, (blocks - period + (block % period) - block) * 256);
  }
  expect(capacityVerdict(journal)).toMatchObject({ kind: 'fake', periodBytes: period * BLOCK_BYTES });
});

test('a computer on which many programs wait is late, though this one has its turn', () => {
  const lag = new Lag();
  lag.end();
  const slow = Array.from({ length: 20 }, (_, block) => ({
    block,
    ms: 400,
    lagMs: lag.takeMs(10),
    slowAgain: 0,
    readAgain: 2,
  }));
  const journal = { ...newJournal(1, 'folder'), states: statesOf(['i', 200]), slow };
  expect(capacityVerdict({ ...journal, phase: 'done', filled: 'full' }).kind).toBe('true');
});

const WRAPS = { realBlocks: 50, past: 'wrap' } as const;
test.each([
  [true, WRAPS, { kind: 'fake', periodBytes: 50 * BLOCK_BYTES }],
  [false, WRAPS, { kind: 'fake', periodBytes: 50 * BLOCK_BYTES }],
  [false, {}, { kind: 'true' }],
])(
  'pulled out (said so: %s) and put back after any call, and killed, it ends with the same verdict',
  async (...row) => {
    const [saysGone, traits, expected] = row;
    const drive = new MadeUpDrive({ blocks: 160, ...traits });
    drive.saysGone = saysGone;
    let journal: Journal = newJournal(5, 'folder');
    let gone = 0;
    for (let calls = saysGone ? 40 : 80; journal.phase !== 'done'; calls += 40) {
      drive.callsLeft = calls;
      let saved = writeJournal(journal);
      try {
        await checkCapacity(drive, journal, { ...watch(), save: (now) => void (saved = writeJournal(now)) });
      } catch (error) {
        expect(error).toBeInstanceOf(DriveGone);
        gone++;
      }
      // What was not saved is lost with its process.
      const restored = readJournal(saved);
      if (restored === null) throw new Error('the journal was not readable');
      journal = restored;
    }
    expect(gone).toBeGreaterThan(1);
    expect(capacityVerdict(journal)).toMatchObject(expected);
  },
);

test.each([
  ['while it was filled', 100],
  ['while it was read', 200],
])('what memory had not written when the drive was pulled out, %s, is written again', async (_, calls) => {
  const drive = new MadeUpDrive({ blocks: 160 });
  const journal = newJournal(5, 'folder', { isFlushed: false });
  drive.callsLeft = calls;
  await expect(checkCapacity(drive, journal, watch())).rejects.toThrow(DriveGone);
  drive.loseLast(30);
  drive.callsLeft = Infinity;
  await checkCapacity(drive, journal, watch());
  expect(capacityVerdict(journal)).toMatchObject({ kind: 'true', provenBytes: 160 * BLOCK_BYTES });
});

const PROBED = 1024;
/** A quick test that reserves room writes a part of it, and finds all but what lies between its places. */
test.each<readonly [Omit<Traits, 'blocks'>, Partial<CapacityVerdict>]>([
  [{}, { kind: 'true' }],
  [{ changed: (block) => block % 50 === 7 }, { kind: 'damaged' }],
  ...[45, 256, 701].map((realBlocks): [Omit<Traits, 'blocks'>, Partial<CapacityVerdict>] => [
    { realBlocks, past: 'wrap' },
    { kind: 'fake', periodBytes: realBlocks * BLOCK_BYTES },
  ]),
  [
    { realBlocks: 300, past: 'drop' },
    { kind: 'fake', periodBytes: null },
  ],
  [
    { realBlocks: 300, past: 'drop', cacheBlocks: 32 },
    { kind: 'fake', periodBytes: null },
  ],
])('a quick test that writes probes: %o', async (traits, expected) => {
  const drive = new MadeUpDrive({ ...traits, blocks: PROBED, canReserve: true });
  const journal = newJournal(5, 'folder', { isQuick: true });
  await checkCapacity(drive, journal, watch());
  const verdict = capacityVerdict(journal);
  expect(verdict).toMatchObject({ ...expected, testedBytes: PROBED * BLOCK_BYTES });
  expect(drive.writtenBlocks).toBeLessThan(PROBED / 4);
  const keptBlocks = (verdict.realBytes ?? 0) / BLOCK_BYTES;
  if (traits.past === 'drop') expect(Math.abs(300 - keptBlocks)).toBeLessThanOrEqual(16);
});

type BlockState = Journal['states'][number];
/** Runs of blocks in one state, from the front. */
const statesOf = (...runs: readonly (readonly [BlockState, number])[]) =>
  runs.flatMap(([state, blocks]) => Array.from({ length: blocks }, () => state));

test.each<[string, BlockState[], number]>([
  ['in one piece', statesOf(['l', 300], ['i', 60], ['l', 140]), 60],
  ['as a file system has laid it in two', statesOf(['l', 300], ['i', 33], ['l', 30], ['i', 25], ['l', 112]), 58],
  ['with what a cache holds', statesOf(['l', 300], ['i', 33], ['l', 30], ['i', 25], ['l', 96], ['i', 16]), 58],
  ['at the end', statesOf(['l', 440], ['i', 60]), 60],
])('the part of a drive that is there: %s', (_, states, realBlocks) => {
  const files = [{ name: 'data-0', written: states.length, reserved: 0, ms: 1 }];
  const journal: Journal = { ...newJournal(1, 'folder'), phase: 'done', filled: 'full', files, states };
  expect(capacityVerdict(journal)).toMatchObject({ kind: 'fake', realBytes: realBlocks * BLOCK_BYTES });
});

test('a stop keeps what is known', async () => {
  const stop = new AbortController();
  const journal = newJournal(3, 'folder');
  const onProgress = ({ phase }: { phase: string }) => phase === 'read' && stop.abort();
  await expect(
    checkCapacity(new MadeUpDrive({ blocks: 160 }), journal, { ...QUIET, onProgress, signal: stop.signal }),
  ).rejects.toThrow(CapacityStopped);
  expect(capacityVerdict(journal)).toMatchObject({ kind: 'unknown', provenBytes: BLOCK_BYTES });
});

test('a journal that is not whole is none', () => {
  const journal = newJournal(9, 'folder', { limitBytes: 64 });
  journal.files.push({ name: 'data-0', written: 2, reserved: 1, ms: 4 });
  journal.states.push('i', 'i', 'w');
  const text = writeJournal(journal);
  expect(readJournal(text)).toEqual(journal);
  for (let length = 0; length < text.length; length++) expect(readJournal(text.slice(0, length))).toBeNull();
  expect(readJournal(text.replace('i2w1', 'i2w2'))).toBeNull();
  expect(readJournal(text.replace('i2w1', 'i9999999999w1'))).toBeNull();
});

test.each([
  [1.9, []],
  [2, ['C2']],
  [5.99, ['C4']],
  [6, ['C6', 'V6']],
  [10, ['C10', 'U1', 'V10']],
  [29.99, ['C10', 'U1', 'V10']],
  [30, ['C10', 'U3', 'V30']],
  [60, ['C10', 'U3', 'V60']],
  [89.99, ['C10', 'U3', 'V60']],
  [90, ['C10', 'U3', 'V90']],
])('%d MB/s are like %j', (slowestMbPerS, classes) => {
  expect(speedClassesOf(slowestMbPerS)).toEqual(classes);
});

test.each([
  [1499, 500, 10, null],
  [1500, 499, 10, null],
  [1500, 500, 9.99, null],
  [1500, 500, 10, 'A1'],
  [4000, 1999, 60, 'A1'],
  [3999, 2000, 60, 'A1'],
  [4000, 2000, 10, 'A2'],
])('%d reads and %d writes per second, %d MB/s: %s', (readsPerS, writesPerS, slowestMbPerS, name) => {
  expect(appClassOf({ readsPerS, writesPerS }, slowestMbPerS)).toBe(name);
});

/** 100 Mbit/s are 12.5 MB/s; 1,000 MiB of it take 84 s. */
test.each([
  [12.49, 0, null],
  [12.5, 1, 1.4],
  [24.99, 1, 1.4],
  [25, 2, 1.4],
])('%d MB/s take %d streams of 100 Mbit/s, for %d minutes', (slowestMbPerS, streams, minutes) => {
  const row = videoRows(slowestMbPerS, 1000).find(({ mbitPerS }) => mbitPerS === 100);
  expect(row?.source).toMatch(/^https:/);
  expect({ streams: row?.streams, minutes: row?.minutes && Math.round(row.minutes * 10) / 10 }).toEqual({
    streams,
    minutes,
  });
});
