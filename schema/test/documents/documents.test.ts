import { describe, expect, it } from 'vitest';
import {
  checkText,
  csvLines,
  declaredProblems,
  driveCode,
  normalizeText,
  parseDriveCode,
  Permutation,
  slugOf,
} from '../../src/documents/index.ts';
import { newRunId, randomId, RUN_ID_PATTERN, timeOfRunId } from '../../src/documents/run-id.ts';
import fc from 'fast-check';
import vectors from '../../../fixtures/vectors/permutation.json' with { type: 'json' };
import names from '../../../fixtures/vectors/names.json' with { type: 'json' };
import { readGroupCode, respelledPath } from '../../src/api/index.ts';

it('keeps text from being a formula, and quotes what would end a cell', () => {
  expect(csvLines([['=1+1', '-2', '+3', '@x', 'a,b', 'say "so"', null]])).toBe(
    `"'=1+1","'-2","'+3","'@x","a,b","say ""so""",\r\n`,
  );
  expect(csvLines([['\n=1', '＝1+1', 'a;=1', 'a\n-1', 'x-1', '9=9']])).toBe(
    `"'\n'=1","'＝1+1","a;'=1","a\n'-1",x-1,9=9\r\n`,
  );
});

it('writes no digit that was not measured, and every count as it is', () => {
  expect(csvLines([[43.31123456789012, 1_111_531.27, 0.000123456789, -2, 12_345_678]])).toBe(
    '43.3112,1111530,0.000123457,-2,12345678\r\n',
  );
});

it('a drive in one line comes back as it was, and any other text is none', () => {
  for (const drive of [
    { drive: 'SanDisk Ultra Fit & 100 %', interface: 'USB', filesystem: 'exFAT' },
    { filesystem: 'ext4' },
    {},
  ] as const) {
    expect(parseDriveCode(` ${driveCode(drive)}\n`)).toEqual(drive);
  }
  for (const text of ['SanDisk', 'opfsmark-drive?interface=usb', 'opfsmark-drive?serial=1', 'opfsmark-drive?drive=']) {
    expect(parseDriveCode(text)).toBeNull();
  }
});

const TIMES = [0, 1, 31, 32, Date.UTC(2026, 10, 22), Date.UTC(2026, 10, 22) + 1, Date.UTC(2099, 0, 1), 2 ** 45 - 1];

describe('the id of a run', () => {
  it('begins with its time, so that ids in text order are in time order', () => {
    const ids = TIMES.map((ms) => newRunId(ms));
    for (const id of ids) expect(id).toMatch(RUN_ID_PATTERN);
    expect(ids.map(timeOfRunId)).toEqual(TIMES);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('ends in 35 random bits, so that two of one millisecond differ', () => {
    const ids = Array.from({ length: 2000 }, () => newRunId(TIMES[4]));
    expect(new Set(ids).size).toBe(2000);
    expect(new Set(ids.map((id) => id.slice(0, 9))).size).toBe(1);
  });
});

it('a random id is all random, because a machine must not tell when it was first used', () => {
  const ids = Array.from({ length: 500 }, () => randomId());
  for (const id of ids) expect(id).toMatch(RUN_ID_PATTERN);
  expect(new Set(ids.map((id) => id.slice(0, 9))).size).toBe(500);
  expect(new Set(ids.join('')).size).toBe(32);
});

function order(count: number, seed: number): number[] {
  const permutation = new Permutation(count, seed);
  return Array.from({ length: count }, (_, index) => permutation.at(index));
}

it.each(['K7XM2Q', ' k7x-m2q ', 'K7X–M2Q', 'Ｋ７Ｘ　Ｍ２Ｑ', 'ｋ７ｘーｍ２ｑ'])(
  'the code of a group is read as people and their keyboards write it: "%s"',
  (text) => {
    expect(readGroupCode(text)).toBe('K7XM2Q');
  },
);

it.each(['K7XM2', 'K7XM2QQ', 'K7XM20', 'K7X.M2Q', ''])('"%s" is no code of a group', (text) => {
  expect(readGroupCode(text)).toBe(null);
});

describe('golden vectors', () => {
  it.each(vectors.orders)('all $count with seed $seed', ({ count, seed, order: expected }) => {
    expect(order(count, seed)).toEqual(expected);
  });
  it.each(vectors.samples)('some of $count with seed $seed', ({ count, seed, at }) => {
    const permutation = new Permutation(count, seed);
    expect(at.map(([index = 0]) => [index, permutation.at(index)])).toEqual(at);
  });
});

describe('properties', () => {
  const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });

  it('visits everything once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), seed, (count, s) => {
        expect(order(count, s).toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
      }),
    );
  });

  it('visits everything once where the count is just above a power of two', () => {
    expect(new Set(order(65537, 0x0bf5)).size).toBe(65537);
  });

  it('is another order for another seed', () => {
    fc.assert(
      fc.property(seed, (s) => {
        expect(order(1000, s)).not.toEqual(order(1000, (s + 1) % 2 ** 32));
      }),
    );
  });

  it('rarely goes on to the next block, as a random order must', () => {
    const visits = order(262144, 0x0bf5);
    const neighbours = visits.filter((value, index) => index > 0 && value === (visits[index - 1] ?? 0) + 1).length;
    expect(neighbours).toBeLessThan(20);
  });

  it.each([0, -1, 1.5, 2 ** 32 + 1, Number.NaN])('refuses a count of %s', (count) => {
    expect(() => new Permutation(count, 0)).toThrow(RangeError);
  });
});

/** Without it a failure would show nothing of what makes the name one of its kind. */
const escapedName = (name: string) =>
  JSON.stringify(name).replace(/[^\x20-\x7e\p{L}\p{So}]/gu, (sign) => `<${sign.codePointAt(0)?.toString(16)}>`);

describe('a name', () => {
  it.each(names.accepted.map((name) => [escapedName(name), name] as const))('is accepted: %s', (_, name) => {
    expect(checkText(name, 'device')).toEqual({ text: normalizeText(name) });
    expect(checkText(name, 'note')).toEqual({ text: normalizeText(name) });
  });

  it.each(names.refused.map(([problem, name = '']) => [problem, escapedName(name), name] as const))(
    'is refused as %s: %s',
    (problem, _, name) => {
      expect(checkText(name, 'device')).toEqual({ problem });
    },
  );

  it.each(names.same)('%s is %s', (one, other) => {
    expect(slugOf(normalizeText(one))).toBe(slugOf(normalizeText(other)));
  });
});

it('finds what is wrong in each text of a declaration, and holds a note to fewer rules', () => {
  const declaration = { device: ' ', drive: 'spam.com', note: 'ᚠᚢᚦ: !!!' };
  expect(declaredProblems(declaration)).toEqual([
    { field: 'device', problem: 'empty' },
    { field: 'drive', problem: 'address' },
  ]);
  expect(declaredProblems({ device: 'x' })).toEqual([]);
});

const ID = '1M893DZ0FVCXH316';
const READINGS = [ID.toLowerCase(), 'IM893DZOFVCXH3L6', 'lm893dzofvcxh3i6'];

describe('an address in another spelling', () => {
  it.each(
    READINGS.flatMap((id) => [
      [`/r/${id}`, `/r/${ID}`],
      [`/g/${id}`, `/g/${ID}`],
      [`/badge/${id}.svg`, `/badge/${ID}.svg`],
      [`/og/${id}.png`, `/og/${ID}.png`],
      [`/api/v1/runs/${id}`, `/api/v1/runs/${ID}`],
      [`/api/v1/runs/${id}.csv`, `/api/v1/runs/${ID}.csv`],
      [`/api/v1/runs/${id}/reports`, `/api/v1/runs/${ID}/reports`],
      [`/api/v1/groups/${id}/runs/${id}`, `/api/v1/groups/${ID}/runs/${ID}`],
    ]).concat([
      ['/filesystem/EXT4', '/filesystem/ext4'],
      ['/filesystem/HFS%2B', '/filesystem/hfs%2B'],
      ['/filesystem/HFS+', '/filesystem/hfs%2B'],
      ['/device/Mac-Mini', '/device/mac-mini'],
      ['/device/%C3%84-Book', '/device/%C3%A4-book'],
      ['/api/v1/devices/MAC-MINI', '/api/v1/devices/mac-mini'],
      ['/api/v1/filesystems/NTFS', '/api/v1/filesystems/ntfs'],
      // What stands for itself needs no escape, and rules for addresses know it by itself alone.
      [`/%67/${ID}`, `/g/${ID}`],
      [`/%72/${ID.toLowerCase()}`, `/r/${ID}`],
      ['/device/mac%2Dmini%7E%31', '/device/mac-mini~1'],
    ]),
  )('%s is %s', (path, one) => {
    expect(respelledPath(path)).toBe(one);
    expect(respelledPath(one)).toBeNull();
  });

  it.each([
    ...['/', '/api', `/r/${ID}`, `/r/${ID}U`, '/r/short', '/r/1M893DZ0FVCXH31U', '/history/1m893dz0fvcxh316'],
    ...['/badge/app-storage.svg', '/filesystem/hfs+', '/filesystem/hfs%2b', '/device/%', '/device/%E3%83%91'],
    ...['/api/v1/boards/Device.x.y', '/leaderboard', '/device/a/B'],
    // A redirect to one of these would lead to another site.
    ...['//other.example/%41', '//other.example/g/%41', '///other.example/%41'],
  ])('%s has no other', (path) => {
    expect(respelledPath(path)).toBeNull();
  });
});
