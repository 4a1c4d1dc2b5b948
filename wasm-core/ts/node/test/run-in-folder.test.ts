import { MIB, parseRowName } from '@opfsmark/schema/documents';
import { contradictions, standardPlan, RunRecord } from '@opfsmark/schema/families';
import { withCache } from '@opfsmark/schema/families/matrix/budget';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../api.ts';
import { realFolder } from '../own-folder.ts';
import { runInFolder } from '../run-in-folder.ts';
import {
  ext4Image,
  imageObstacle,
  makeReadOnly,
  mount,
  mountObstacle,
  readOnlyObstacle,
  withFolder,
} from './drives.ts';

const ROW = parseRowName('RND4K Q2T1');
const PLAN: MatrixPlan = {
  ...withCache(standardPlan('matrix'), 'as-is'),
  drive_s: 0,
  file_bytes: 16 * MIB,
  write_bytes: 0,
  loops: 1,
  limit_s: 1,
  rows: ROW ? [ROW] : [],
};
/** Visits each block once and flushes few writes, which is short on any drive. */
const SHORT_PLAN: MatrixPlan = { ...PLAN, write_bytes: MIB, limit_s: 0 };
const obstacle = mountObstacle();
if (obstacle !== null) console.log(`skipped: what needs a filesystem of its own, because ${obstacle}`);
const noError = readOnlyObstacle() ?? imageObstacle();
if (noError !== null) console.log(`skipped: a drive that becomes read-only, because ${noError}`);

/** Acts once, when the first event comes that `is` accepts. */
const once = (is: (event: RunEvent<'matrix'>) => boolean, act: () => void) => {
  let done = false;
  return (event: RunEvent<'matrix'>) => {
    if (done || !is(event)) return;
    done = true;
    act();
  };
};
const onceMeasuring = (act: () => void) =>
  once((event) => event.type === 'progress' && event.progress.phase === 'measuring', act);
/** When the first job, which reads, is done. */
const onceRead = (act: () => void) =>
  once((event) => event.type === 'result' && event.result.jobs[0]?.status === 'done', act);

describe('a run on a folder', () => {
  it('leaves no hole behind where it is stopped while the system is made to forget', async () => {
    await withFolder(async (dir) => {
      const abort = new AbortController();
      // On a file system in memory it goes straight on to the reads.
      const onEvent = once(
        (event) => event.type === 'progress' && ['forgetting', 'measuring'].includes(event.progress.phase),
        () => abort.abort(),
      );
      const record = await runInFolder({ dir, plan: withCache(PLAN, 'drive'), signal: abort.signal, onEvent });
      expect(record.status).toBe('stopped');
      expect(contradictions(record)).toEqual([]);
      expect(readdirSync(dir)).toEqual([]);
    });
  });

  it('leaves nothing behind, whatever the folder is called, and names what nobody has signed', async () => {
    await withFolder(async (dir) => {
      writeFileSync(join(dir, 'mine'), 'untouched');
      mkdirSync(join(dir, '.opfsmark-abc123'));
      const leftovers: unknown[] = [];
      const record = await runInFolder({ dir, plan: SHORT_PLAN, onLeftovers: (item) => leftovers.push(item) });
      expect(leftovers).toEqual([{ removed: [], busy: [], unknown: [join(dir, '.opfsmark-abc123')] }]);
      expect(record.failure).toBeUndefined();
      expect(record.status).toBe('done');
      expect(record.environment).toMatchObject({
        engine: 'node',
        layout: 'shared',
        client: { browser: { family: 'node' } },
      });
      expect(record.result.jobs.map(({ verified_sectors }) => verified_sectors > 0)).toEqual([true, false]);
      expect(RunRecord.safeParse(record).error).toBeUndefined();
      expect(contradictions(record)).toEqual([]);
      expect(readdirSync(dir)).toEqual(['.opfsmark-abc123', 'mine']);
    }, 'Ünïcödé 日本語 🗂 and quote\' " $HOME');
  });

  it('is stopped at once, keeps what was done and deletes its files', async () => {
    await withFolder(async (dir) => {
      const stop = new AbortController();
      const record = await runInFolder({
        dir,
        plan: { ...PLAN, limit_s: 60, revisit: true },
        signal: stop.signal,
        onEvent: onceMeasuring(() => stop.abort()),
      });
      expect(record.status).toBe('stopped');
      expect(record.result.fill?.bytes).toBe(16 * MIB);
      expect(readdirSync(dir)).toEqual([]);
    });
  });

  it('says that there is no such folder, that it is a file, that it is a link', async () => {
    await withFolder(async (dir) => {
      writeFileSync(join(dir, 'file'), '');
      symlinkSync(dir, join(dir, 'link'));
      const run = (name: string) => runInFolder({ dir: join(dir, name), plan: PLAN });
      await expect(run('nowhere')).rejects.toMatchObject({ code: 'not_found' });
      await expect(run('file')).rejects.toMatchObject({ code: 'is_file' });
      await expect(run('file/in-file')).rejects.toMatchObject({ code: 'is_file' });
      await expect(run('link')).rejects.toMatchObject({
        code: 'is_link',
        message: expect.stringContaining(dir) as string,
      });
      expect(readdirSync(dir)).toEqual(['file', 'link']);
    });
  });

  it('says where the shell of Windows has taken the last quotation mark for a part of the path', () => {
    expect(() => realFolder('E:" --profile quick', 'win32')).toThrow(
      /^There is no folder E:.* Leave out the backslash/,
    );
  });
});

describe.skipIf(obstacle !== null)('a run on a filesystem of its own', () => {
  it('is refused where the file does not fit', async () => {
    await withFolder(async (dir) => {
      mount(dir, '-t', 'tmpfs', '-o', 'size=8m', 'none');
      await expect(runInFolder({ dir, plan: PLAN })).rejects.toMatchObject({
        code: 'no_space',
        message: `${dir} has 8 MiB free, and this plan needs 17 MiB. Free some space.`,
      });
      expect(readdirSync(dir)).toEqual([]);
    });
  });

  const sustained = standardPlan('sustained');

  it.each([
    ['the largest size that fits', { ...PLAN, file_bytes: 100 * MIB }, ', or take a smaller --size, such as 32MiB'],
    ['no size that its other options rule out', { ...sustained, round_bytes: 64 * MIB, file_bytes: 128 * MIB }, ''],
    ['no size where it has none', standardPlan('durability'), ''],
  ] as const)('is refused where the file does not fit, and told %s', async (_, plan, also) => {
    await withFolder(async (dir) => {
      mount(dir, '-t', 'tmpfs', '-o', 'size=40m', 'none');
      const sentence = new RegExp(`has 40 MiB free, and this plan needs .*\\. Free some space${also}\\.$`);
      await expect(runInFolder({ dir, plan })).rejects.toMatchObject({
        code: 'no_space',
        message: expect.stringMatching(sentence) as string,
      });
    });
  });

  it('is refused where nothing can be written', async () => {
    await withFolder(async (dir) => {
      mount(dir, '-t', 'tmpfs', '-o', 'ro', 'none');
      await expect(runInFolder({ dir, plan: PLAN })).rejects.toMatchObject({ code: 'not_writable' });
    });
  });

  it('fails where the drive becomes full meanwhile, and gives its space back', async () => {
    await withFolder(async (dir) => {
      mount(dir, '-t', 'tmpfs', '-o', 'size=24m', 'none');
      const fillUp = once(
        ({ type }) => type === 'prepared',
        () => writeFileSync(join(dir, 'other'), new Uint8Array(16 * MIB)),
      );
      const record = await runInFolder({ dir, plan: PLAN, onEvent: fillUp });
      expect(record.status).toBe('failed');
      expect(['disk_full', 'short_write']).toContain(record.failure?.code);
      expect(readdirSync(dir)).toEqual(['other']);
    });
  });

  it.skipIf(noError !== null)(
    'keeps what was measured where the drive does not even let its files be deleted, and says so',
    async () => {
      await withFolder(async (dir) => {
        mount(dir, '-o', 'loop,errors=remount-ro', ext4Image(dir, 64 * MIB));
        const messages: string[] = [];
        const record = await runInFolder({
          dir,
          plan: SHORT_PLAN,
          onEvent: onceRead(() => makeReadOnly(dir)),
          onLeftBehind: ({ message }) => messages.push(message),
        });
        expect(record.status).toBe('failed');
        expect(record.result.jobs[0]).toMatchObject({ direction: 'read', status: 'done' });
        expect(messages).toHaveLength(1);
        expect(messages[0]).toContain(`${dir}/.opfsmark-`);
        expect(messages[0]).toMatch(/could not be deleted: (?:EROFS: r|R)ead-only file system\. Delete it when/);
      });
    },
  );
});
