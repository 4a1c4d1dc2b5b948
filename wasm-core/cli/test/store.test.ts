import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FamilyRecord } from '@opfsmark/schema/families';
import type { AppStorageRow } from '@opfsmark/schema/families/app-storage/schema';
import { afterEach, expect, it, vi } from 'vitest';
import { withFolder } from '../../ts/node/test/drives.ts';
import * as browserPage from '../browser-page.ts';
import { executed, real } from './support.ts';

type Contention = NonNullable<AppStorageRow['contention']>[number];

vi.mock(import('../browser-page.ts'), { spy: true });
// Other files of tests measure with the same module.
afterEach(() => void vi.resetAllMocks());

const MODULE = import.meta.filename;
const SOUND: Contention = {
  ...{ workers: 2, place: 'workers', repeats: 1, hung: 0, clean: 1, unopened: 0, lost: 0, doubled: 0, wrong: 0 },
  ...{ phases: [], writes_watched: 0, read_during: 0 },
};

/** The command on a real record, of which this is the first row. */
const commanded = (change: Partial<AppStorageRow>) =>
  withFolder(async (folder) => {
    const record = JSON.parse(readFileSync(real('chromium-family-app-storage'), 'utf8')) as FamilyRecord<'app-storage'>;
    record.result.rows = record.result.rows.slice(0, 1).map((row) => ({ ...row, ...change }));
    vi.spyOn(browserPage, 'pageFolder').mockResolvedValue(folder);
    const measuring = vi.spyOn(browserPage, 'runInBrowser').mockResolvedValue(record);
    const [json, badge] = [join(folder, 'record.json'), join(folder, 'badge.json')];
    const words = ['store', MODULE, '--several', '1', '--browser', process.execPath, '--json', json, '--badge', badge];
    const ended = await executed(words);
    expect(measuring.mock.lastCall?.[0]).toMatchObject({
      plan: { several: 1, contenders: ['opfs-sync'] },
      store: MODULE,
    });
    expect(JSON.parse(readFileSync(json, 'utf8'))).toEqual(record);
    return { ...ended, badge: JSON.parse(readFileSync(badge, 'utf8')) as object };
  });

// `store.long.test.ts` has such stores in a browser, `contend.test.ts` how they are told.
it.each<[string, Partial<AppStorageRow>, number, string, string, string]>([
  ['sound', { contention: [SOUND] }, 0, 'hung 0 of 1, 0 rows lost or doubled', 'brightgreen', 'all answered'],
  ['sound alone, and was tried alone', {}, 0, 'for one tab alone', 'yellow', '–'],
  [
    'lost once',
    { contention: [{ ...SOUND, clean: 0, lost: 1, wrong: 1 }] },
    1,
    'hung 0 of 1, 1 row lost or doubled',
    'red',
    '1 lost, 0 doubled',
  ],
  [
    'hung once',
    { contention: [{ ...SOUND, clean: 0, hung: 1 }] },
    1,
    'hung 1 of 1, 0 rows lost or doubled',
    'red',
    'hung in 1 of 1',
  ],
  [
    'lost, doubled and hung with several workers',
    {
      contention: [
        { ...SOUND, clean: 0, lost: 2, wrong: 1 },
        { ...SOUND, workers: 4, doubled: 4, wrong: 1 },
        { ...SOUND, workers: 8, clean: 0, hung: 1, hung_on: 'worker 2: put' },
      ],
    },
    1,
    'hung 1 of 3, 6 rows lost or doubled',
    'red',
    '2 lost, 4 doubled',
  ],
  [
    'lost for good when its worker was ended',
    { survival: { acknowledged: 20, opened: true, lost: 20, torn: 0, damaged: 0 } },
    1,
    'for one tab alone, 20 rows lost or doubled',
    'red',
    '–',
  ],
  [
    'torn and damaged by that',
    { contention: [SOUND], survival: { acknowledged: 20, opened: true, lost: 0, torn: 1, damaged: 2 } },
    1,
    'hung 0 of 1, 0 rows lost or doubled, 3 damaged',
    'red',
    'all answered',
  ],
  [
    'shut by that',
    { survival: { acknowledged: 20, opened: false, lost: 0, torn: 0, damaged: 0 } },
    1,
    'for one tab alone, 1 time not opened again',
    'red',
    '–',
  ],
  [
    'lost by a reload',
    { reload: { acknowledged: 20, opened: true, lost: 1, torn: 0, damaged: 0 } },
    1,
    'for one tab alone, 1 row lost or doubled',
    'red',
    '–',
  ],
  [
    'lost and damaged by two tabs',
    { two_tabs: { second: 'shared', acknowledged: 20, refused: 0, lost: 2, damaged: 1 } },
    1,
    'for one tab alone, 2 rows lost or doubled, 1 damaged',
    'red',
    '–',
  ],
  [
    'shut by several workers',
    { contention: [{ ...SOUND, clean: 0, unopened: 1 }] },
    1,
    'hung 0 of 1, 0 rows lost or doubled, 1 time not opened again',
    'red',
    'not opened in 1 of 1',
  ],
  ['broken', { status: 'failed', failure: { code: 'worker_died', detail: '' } }, 1, 'failed', 'red', '–'],
])('a store that is %s is told so, and its badge says it', async (_, change, expected, message, color, several) => {
  const { code, out, badge } = await commanded(change);
  expect(code).toBe(expected);
  expect(out).toMatch(/^store\.test\.ts\n\n.*\n {2}\S/);
  expect(out).toContain(`  Several at once: ${several}\n`);
  // Nobody has cut the power for this store.
  expect(out).not.toMatch(/Power cut|Browser killed|Syncs per save|Download/);
  expect(badge).toEqual({ schemaVersion: 1, label: 'storage: store.test.ts', message, color });
});

it('a browser that ends before it has measured is named, with how it ended', async () => {
  vi.spyOn(browserPage, 'runInBrowser').mockRejectedValue(new Error('it ended with code 3'));
  vi.spyOn(browserPage, 'pageFolder').mockResolvedValue('');
  const { code, err } = await executed(['store', MODULE, '--browser', process.execPath]);
  expect(err).toBe(`opfsmark: Nothing was measured with ${process.execPath}: it ended with code 3.\n`);
  expect(code).toBe(1);
});

it('a store that is not there, or a browser, is named', async () => {
  expect(await executed(['store', 'nowhere.js'])).toMatchObject({
    code: 2,
    err: 'opfsmark: There is no file nowhere.js. Name a module that exports openStore(name).\n',
  });
  expect(await executed(['store', import.meta.dirname])).toMatchObject({
    code: 2,
    err: `opfsmark: ${import.meta.dirname} is no file. Name a module that exports openStore(name).\n`,
  });
  for (const name of ['/nowhere', 'constructor']) {
    const missing = await executed(['store', MODULE, '--browser', name]);
    expect(missing.code).toBe(2);
    expect(missing.err).toContain('--browser PATH');
  }
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends the browser of a store, and leaves nothing', async (signal, expected) => {
  await withFolder(async (folder) => {
    vi.spyOn(browserPage, 'pageFolder').mockResolvedValue(folder);
    const measuring = vi.spyOn(browserPage, 'runInBrowser').mockImplementation((run) => {
      process.emit(signal, signal);
      return Promise.reject(new Error(run.signal?.aborted ? 'it was stopped' : 'it goes on'));
    });
    const { code, out, err } = await executed(['store', MODULE, '--browser', process.execPath]);
    const { profile = '', signal: stop } = measuring.mock.lastCall?.[0] ?? {};
    expect([code, out, stop?.aborted]).toEqual([expected, '', true]);
    expect(err).toMatch(/^Stopping: .*\nopfsmark: The store was not measured to the end, .*\n$/);
    expect(existsSync(dirname(profile))).toBe(false);
  });
});

it.each([
  [{ host: '127.0.0.1:4000' }, true],
  [{ host: '127.0.0.1:4000', origin: 'http://127.0.0.1:4000' }, true],
  [{ host: '127.0.0.1:4000', origin: 'https://evil.example' }, false],
  [{ host: '127.0.0.1:4000', origin: 'null' }, false],
  [{ host: 'evil.example:4000' }, false],
])('of what is sent with %o, the page that measures is answered alone', (headers, isAnswered) => {
  expect(browserPage.isFromPage(headers, 4000)).toBe(isAnswered);
});
