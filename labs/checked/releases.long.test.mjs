import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../scripts/lib/browsers.mjs';
import { compareReleases, gatheredCopy, releasesBetween } from './releases.mjs';

const FOLDER = fileURLToPath(new URL('../build/checked', import.meta.url));
const NAME = '@journeyapps/wa-sqlite';
const INSTALLED_FOLDER = fileURLToPath(new URL(`../../node_modules/${NAME}`, import.meta.url));
const hasNone = findChromium() === undefined;
if (hasNone) console.log('skipped: there is no Chromium');

let scratch;

beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true });
  scratch = mkdtempSync(join(FOLDER, 'test-'));
});

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

test('a range has what was released, and both its ends', () => {
  const all = ['1.0.0', '1.1.0-rc.1', '1.1.0', '1.2.0-build1', '2.0.0-dev-1', '2.0.0'];
  expect(releasesBetween(all, '1.1.0', '2.0.0')).toEqual(['1.1.0', '1.2.0-build1', '2.0.0']);
  expect(releasesBetween(all, '1.2.0-build1')).toEqual(['1.2.0-build1', '2.0.0']);
  expect(() => releasesBetween(all, '3.0.0')).toThrow('no range from 3.0.0 to 2.0.0');
});

test.skipIf(hasNone)(
  'a checkpoint that shares its calls is seen, and what is missing or lacks the store is a row of its own',
  async () => {
    gatheredCopy(INSTALLED_FOLDER, join(scratch, 'gathered'));
    const without = join(scratch, 'without');
    cpSync(INSTALLED_FOLDER, without, { recursive: true, dereference: true });
    rmSync(join(without, 'src/examples/OPFSWriteAheadVFS.js'));
    const { rows } = await compareReleases({
      ...{ scratch, contender: 'write-ahead', name: NAME, blocks: 2 },
      releases: [
        { version: 'before', also: INSTALLED_FOLDER },
        { version: 'missing', also: join(scratch, 'missing') },
        { version: 'without', also: without },
        { version: 'after', also: join(scratch, 'gathered') },
      ],
    });
    expect(rows.map(({ version, against }) => [version, against])).toEqual([
      ['before', 'before'],
      ['missing', 'before'],
      ['without', 'before'],
      ['after', 'before'],
    ]);
    const [beforeRow, missingRow, withoutRow, afterRow] = rows;
    expect(beforeRow?.failure).toBeNull();
    const checkpointOf = (row) => row?.figures.find(({ figure }) => figure === 'checkpoint');
    expect(checkpointOf(beforeRow)).toMatchObject({ calls: null });
    expect(missingRow?.failure).toContain('missing');
    expect(withoutRow?.failure).toContain('OPFSWriteAheadVFS');
    expect(afterRow?.failure).toBeNull();
    const [from, to] = checkpointOf(afterRow)?.calls ?? [];
    expect(to).toBeLessThan(from / 10);
  },
  240_000,
);
