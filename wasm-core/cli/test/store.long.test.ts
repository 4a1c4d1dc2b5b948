import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppStorageResult } from '@opfsmark/schema/families/app-storage/schema';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { opfsmark } from './support.ts';

const PLANTED = fileURLToPath(new URL('planted-store.mjs', import.meta.url));
const LOSSY = fileURLToPath(new URL('lossy-store.mjs', import.meta.url));
const chromium = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
if (chromium === undefined) console.log('skipped: there is no Chromium here');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it.skipIf(chromium === undefined)(
  'a store that loses, doubles and hangs with several workers is found out, and its badge says so',
  async () => {
    const [json, badge] = [join(folder, 'record.json'), join(folder, 'badge.json')];
    const words = ['store', PLANTED, '--several', '1', '--browser', chromium ?? '', '--json', json, '--badge', badge];
    const { code, out, err } = await opfsmark(words);
    expect(err).toBe('');
    expect(code).toBe(1);
    const { result } = JSON.parse(readFileSync(json, 'utf8')) as { result: AppStorageResult };
    const [row] = result.rows;
    expect(row).toMatchObject({
      status: 'done',
      survival: { opened: true, lost: 0 },
      two_tabs: { second: 'shared', lost: 0 },
      contention: [
        { workers: 2, hung: 0, lost: 2, doubled: 0, wrong: 1 },
        { workers: 4, hung: 0, lost: 0, doubled: 4, wrong: 1 },
        { workers: 8, hung: 1 },
      ],
    });
    expect(row?.contention?.[2]?.hung_on).toContain('put');
    expect(out).toContain('Several at once: 2 lost, 4 doubled');
    expect(JSON.parse(readFileSync(badge, 'utf8'))).toMatchObject({
      message: 'hung 1 of 3, 6 rows lost or doubled',
      color: 'red',
    });
  },
);

it.skipIf(chromium === undefined)(
  'a store for one alone that loses what it has answered is found out, too',
  async () => {
    const badge = join(folder, 'badge.json');
    const { code, out, err } = await opfsmark(['store', LOSSY, '--browser', chromium ?? '', '--badge', badge]);
    expect(err).toBe('');
    expect(code).toBe(1);
    expect(out).toMatch(/^ {2}Worker killed: (\d+) of \1 lost$/m);
    expect(JSON.parse(readFileSync(badge, 'utf8'))).toMatchObject({
      message: expect.stringMatching(/^for one tab alone, \d+ rows lost or doubled$/) as string,
      color: 'red',
    });
  },
);
