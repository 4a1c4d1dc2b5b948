import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { makePickedUpload } from '@opfsmark/schema/test-support/upload-families';
import { type CutKind, cutsOf } from '@opfsmark/schema/boards';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '../src/base/days.ts';
import worker from '../src/index.ts';
import { continueSnapshot, renewStaleFiles, startSnapshot } from '../src/snapshot/take.ts';
import { ask, moderate, publish, remove, send } from './client.ts';
import { compare, readAll, readManifest, readServed, readServedBoards, takeSnapshot } from './recount.ts';
import { makeUpload, publishTicketed, publishTrusted, countMarked } from './runs.ts';

/** A small limit, so that few runs fill one file and begin a second. */
const RUNS_PER_FILE = 9;

const DEVICES = ['Alpha', 'Beta'];
const CLIENTS = [
  { browser: { family: 'chrome', major: 150 }, os: { family: 'macos', major: 15 } },
  { browser: { family: 'edge', major: 150 }, os: { family: 'macos', major: 15 } },
] as const;

/** Publishes runs of several networks over several days, of several devices, browsers, filesystems and machines. */
async function publishMany(runs: number): Promise<string[]> {
  const nowMs = Date.now();
  const ids: string[] = [];
  for (let n = 0; n < runs - 1; n++) {
    vi.setSystemTime(nowMs - Math.round(((runs - n) / runs) * 12 * DAY_MS));
    const device = DEVICES[n % DEVICES.length] ?? '';
    const filesystem = n % 3 === 0 ? {} : { filesystem: 'APFS' as const };
    const environment = { client: CLIENTS[n % 2] ?? CLIENTS[0] };
    const speed = 1 + ((n * 7) % 23) / 20;
    const rig_id = `R${n % 11}`.padEnd(16, '0');
    ids.push(
      await publishTrusted(makeUpload({ declared: { device, ...filesystem }, environment, speed, rig_id }), n % 5),
    );
  }
  vi.setSystemTime(nowMs);
  ids.push((await publishTicketed(makePickedUpload({ speed: 0.5 }), 3)).run_id);
  await countMarked();
  return ids;
}

afterEach(() => vi.useRealTimers());

describe('without a snapshot', () => {
  it('the manifest is 404, and so is a file that there never was', async () => {
    expect((await ask('/api/v1/snapshot')).status).toBe(404);
    expect((await ask('/api/v1/snapshot/files/runs-2026-01-01-0000000000000000.parquet')).status).toBe(404);
  });

  it('a moderator has one taken, and nobody else', async () => {
    expect((await send('POST', '/api/v1/admin/v1/snapshot', {})).status).toBe(404);
    expect(await (await moderate('POST', '/snapshot')).json()).toEqual({ done: true });
    expect(await readManifest()).toMatchObject({ runs: 0, files: [{ kind: 'devices' }] });
  });
});

describe('a snapshot', () => {
  let ids: readonly string[];
  beforeAll(async () => void (ids = await publishMany(RUNS_PER_FILE + 5)));

  it('holds every public run once, in files whose hashes, rows and bytes are as its manifest says', async () => {
    await takeSnapshot(RUNS_PER_FILE);
    const manifest = await readManifest();
    expect(manifest).toMatchObject({ complete: true, runs: ids.length, license: 'CC-BY-4.0' });
    expect(manifest.files.map(({ kind, rows }) => [kind, rows])).toEqual([
      ['sources', RUNS_PER_FILE],
      ['sources', 5],
      ['runs', RUNS_PER_FILE],
      ['runs', 5],
      ['devices', 0],
    ]);
    const { faults, runs } = await readAll();
    expect(faults).toEqual([]);
    expect(runs.map(({ run_id }) => run_id).toSorted()).toEqual([...ids].toSorted());
  });

  it('says who sent a run by names that no two cohorts share, and nothing of runs that rank nowhere', async () => {
    await takeSnapshot(RUNS_PER_FILE);
    const { runs } = await readAll();
    const cutsByName = new Map<string, Set<string>>();
    for (const run of runs) {
      for (const [kind, cut] of Object.entries(cutsOf(run))) {
        for (const name of Object.values(run.cohorts[kind as CutKind] ?? {})) {
          if (name === '') continue;
          cutsByName.set(name, (cutsByName.get(name) ?? new Set()).add(cut));
        }
      }
    }
    expect([...cutsByName].filter(([, cuts]) => cuts.size !== 1)).toEqual([]);
    // Within a cohort they are known: five networks have sent those of one system, and the run of a picked folder is of another.
    expect(new Set(runs.map(({ cohorts }) => cohorts.os?.network)).size).toBe(5 + 1);
    await env.DB.prepare('UPDATE run SET evidence = 0 WHERE run_id = ?1').bind(ids[0]).run();
    await takeSnapshot(RUNS_PER_FILE);
    const files = (await readManifest()).files.filter(({ kind }) => kind === 'sources');
    const rows = (
      await Promise.all(files.map(async (file) => parquetReadObjects({ file: await readServed(file) })))
    ).flat();
    expect(rows.find(({ run_id }) => run_id === ids[0])).toEqual({ run_id: ids[0], cohorts: {} });
    await env.DB.prepare('UPDATE run SET evidence = 2 WHERE run_id = ?1').bind(ids[0]).run();
  });

  it('is enough to recompute every rank, cell for cell; a byte that was changed shows by its hash, a run that was left out by the boards', async () => {
    await takeSnapshot(RUNS_PER_FILE);
    const wholeSnapshot = await readAll();
    const servedBoards = await readServedBoards();
    for (const [board, rows] of servedBoards) expect(new Set(rows.map(({ key }) => key)).size, board).toBe(rows.length);
    const { cells, differences: mismatches } = compare(wholeSnapshot, servedBoards);
    expect(mismatches).toEqual([]);
    expect(cells).toBeGreaterThan(300);
    const [board = '', rows = []] = [...servedBoards].find(([, list]) => list.length > 1) ?? [];
    const lacksRow = new Map([...servedBoards, [board, rows.slice(1)]]);
    const missing = { board, key: rows[0]?.key, column: 'row', computed: 'listed', served: 'none' };
    expect(compare(wholeSnapshot, lacksRow).differences).toEqual([missing]);
    const partialSnapshot = { ...wholeSnapshot, runs: wholeSnapshot.runs.slice(1) };
    expect(compare(partialSnapshot, servedBoards).differences.length).toBeGreaterThan(0);
    const changedSnapshot = await readAll(async (file) => {
      const bytes = await readServed(file);
      const view = new DataView(bytes);
      const middle = bytes.byteLength >> 1;
      if (file.kind === 'runs' && file.rows === RUNS_PER_FILE) view.setUint8(middle, view.getUint8(middle) ^ 1);
      return bytes;
    });
    expect(changedSnapshot.faults).toEqual([expect.stringContaining('SHA-256')]);
    expect(compare(changedSnapshot, servedBoards).differences.length).toBeGreaterThan(0);
  });

  it('loses a deleted run at once: no file, no object and no row of a table holds it', async () => {
    await takeSnapshot(RUNS_PER_FILE);
    const before = await readManifest();
    const [goneId = '', hiddenId = ''] = [ids[5], ids[RUNS_PER_FILE + 2]];
    expect((await remove(goneId)).status).toBe(204);
    const change = { status: 'hidden', reason: 'test' };
    expect((await moderate('POST', `/runs/${hiddenId}/status`, change)).status).toBe(200);
    for (const { url, kind } of before.files) if (kind !== 'devices') expect((await ask(url)).status, kind).toBe(404);
    const after = await readManifest();
    expect(after).toMatchObject({ complete: true, runs: before.runs - 2 });
    const snapshot = await readAll();
    expect(snapshot.faults).toEqual([]);
    const remainingIds = snapshot.runs.map(({ run_id }) => run_id);
    expect(remainingIds.filter((id) => id === goneId || id === hiddenId)).toEqual([]);
    const { objects } = await env.SNAPSHOTS.list();
    expect(objects.map(({ key }) => key).toSorted()).toEqual(after.files.map(({ name }) => name).toSorted());
    const rows = JSON.stringify((await env.DB.prepare('SELECT * FROM snapshot_file').all()).results);
    expect(rows).not.toContain(goneId);
  });

  it('of the next night keeps the files in which nothing has changed, and has the new runs', async () => {
    await takeSnapshot(RUNS_PER_FILE);
    const before = await readManifest();
    vi.setSystemTime(Date.now() + DAY_MS);
    const { run_id } = await publish(makeUpload({ declared: { device: 'New' } }));
    const context = createExecutionContext();
    for (let n = 0; n < 3; n++) await worker.scheduled(createScheduledController(), env);
    await waitOnExecutionContext(context);
    const after = await readManifest();
    expect(after.runs).toBe(before.runs + 1);
    const [first, second] = [before, after].map(({ files }) => files.filter(({ kind }) => kind === 'runs'));
    expect(second?.[0]).toEqual(first?.[0]);
    expect(second?.[1]).not.toEqual(first?.[1]);
    const text = await env.SNAPSHOTS.get(second?.[1]?.name ?? '');
    expect(new TextDecoder('latin1').decode(await text?.arrayBuffer())).toContain(run_id);
    expect((await env.SNAPSHOTS.list()).objects).toHaveLength(after.files.length);
  });
});

/** The bucket, of which one call is another. */
const bucketWith = (changes: Partial<R2Bucket>) =>
  new Proxy(env.SNAPSHOTS, {
    get: (bucket, name: keyof R2Bucket): unknown => changes[name] ?? bucket[name].bind(bucket),
  });

it('a file that cannot be read now is answered 503, to be asked for again', async () => {
  await takeSnapshot(RUNS_PER_FILE);
  const [file] = (await readManifest()).files;
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const SNAPSHOTS = bucketWith({ get: () => Promise.reject(new Error('get: We encountered an internal error.')) });
  expect((await ask(file?.url ?? '', {}, { SNAPSHOTS })).status).toBe(503);
  log.mockRestore();
});

it('of very many stale files no more objects are deleted at once than a bucket takes', async () => {
  const stale = 1500;
  await env.DB.prepare(
    `WITH RECURSIVE file (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM file WHERE i < ?1)
     INSERT INTO snapshot_file (generation, kind, after_ms, last_ms, claim, name, stale)
     SELECT 0, 'sources', i, i, '', 'stale-' || i, 1 FROM file`,
  )
    .bind(stale)
    .run();
  const counts: number[] = [];
  const SNAPSHOTS = bucketWith({ delete: (keys) => Promise.resolve(void counts.push(keys.length)) });
  await renewStaleFiles({ ...env, SNAPSHOTS }, Date.now());
  await env.DB.prepare('DELETE FROM snapshot_file WHERE generation = 0').run();
  expect(counts).toEqual([1000, stale - 1000]);
});

it('names networks, providers and machines anew each night, and never as the service does', async () => {
  const readTags = async () => {
    const { runs } = await readAll();
    return runs.map(({ run_id, cohorts }) => ({ run_id, tags: Object.values(cohorts.os ?? {}) }));
  };
  await takeSnapshot(RUNS_PER_FILE);
  const first = await readTags();
  await takeSnapshot(RUNS_PER_FILE);
  const second = await readTags();
  const groupsOf = (runs: typeof first, i: number) =>
    [...Map.groupBy(runs, ({ tags }) => tags[i]).values()].map((of) => of.map(({ run_id }) => run_id));
  for (const i of [0, 1, 2]) expect(groupsOf(second, i)).toEqual(groupsOf(first, i));
  const { results } = await env.DB.prepare('SELECT network, provider, rig FROM run').all<Record<string, string>>();
  const serviceTags = results.flatMap((row) => Object.values(row));
  const all = [first, second].map((runs) => new Set(runs.flatMap(({ tags }) => tags).filter((tag) => tag !== '')));
  // Where nobody names its provider, a network stands for it, under one name.
  expect(all[0]?.size).toBeGreaterThan(10);
  expect(all[0]?.isDisjointFrom(all[1] ?? new Set())).toBe(true);
  for (const tags of all) expect(serviceTags.filter((tag) => tags.has(tag))).toEqual([]);
  const keys = env.DB.prepare("SELECT count(*) AS n FROM meta WHERE key LIKE 'snapshot-key/%'");
  expect(await keys.first('n')).toBe(1);
});

describe('a run that is deleted while its file is written', () => {
  it('is in no file: the file is written again', async () => {
    vi.setSystemTime(Date.now() + 2 * DAY_MS);
    const stayingId = await publishTrusted(makeUpload({ declared: { device: 'Stays' } }), 1);
    const leavingId = await publishTrusted(makeUpload({ declared: { device: 'Leaves' }, seed: 2 }), 2);
    await startSnapshot(env.DB, Date.now());
    const put = env.SNAPSHOTS.put.bind(env.SNAPSHOTS);
    let isDeleted = false;
    const SNAPSHOTS = bucketWith({
      put: async (...args: Parameters<typeof put>) => {
        if (!isDeleted) expect((await remove(leavingId)).status).toBe(204);
        isDeleted = true;
        return put(...args);
      },
    });
    while (await continueSnapshot({ ...env, SNAPSHOTS }));
    const { runs, faults } = await readAll();
    expect(faults).toEqual([]);
    expect(runs.map(({ run_id }) => run_id)).toContain(stayingId);
    expect(runs.map(({ run_id }) => run_id)).not.toContain(leavingId);
    expect(await readManifest()).toMatchObject({ complete: true });
  });
});
