import { env } from 'cloudflare:workers';
import { Stats } from '@opfsmark/schema/api';
import { Board, BoardList, boardLayoutOf, clientCut, contenderTable, metricsOf } from '@opfsmark/schema/boards';
import { SUITE_VERSION } from '@opfsmark/schema/documents';
import type { EvidenceReason } from '@opfsmark/schema/evidence';
import { contradictions, evidenceToRank, standardPlan } from '@opfsmark/schema/families';
import type { ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import { type MadeAppStorage, makeAppStorageUpload } from '@opfsmark/schema/test-support/upload-families';
import { beforeAll, describe, expect, it } from 'vitest';
import { COPY_DISTANCE, NEAR_DISTANCE } from '../src/intake/copies.ts';
import { distanceOf } from '../src/intake/nearness.ts';
import { selectCohortsByPrefix } from '../src/store/cohorts.ts';
import { ask, publish } from './client.ts';
import { differences, readAll, takeSnapshot } from './recount.ts';
import { confirm, ONCE, publishFromNetworks, publishTicketed } from './runs.ts';

const FIREFOX: MadeAppStorage['environment'] = {
  client: { browser: { family: 'firefox', major: 150 }, os: { family: 'linux', major: null } },
  layout: 'per-worker',
  flush_primitive: 'fsync',
  clock_step_ns: 20_000,
};

async function statsOf(browser: string): Promise<Stats> {
  const cut = clientCut(SUITE_VERSION, { os: 'linux', browser });
  return Stats.parse(await (await ask(`/api/v1/stats?cut=${encodeURIComponent(cut)}`)).json());
}

const idsOf = (options: MadeAppStorage) => Object.keys(metricsOf(makeAppStorageUpload(options).record));

describe('what is ranked of storage for apps', () => {
  it('is the time of a put and of a read, per contender of the standard plan', () => {
    expect(idsOf({ engine: 'sqlite' })).toHaveLength(14);
    const { app_put_sahpool_wal: putMetric } = metricsOf(makeAppStorageUpload().record);
    expect((putMetric?.value ?? 0) / 500e3).toBeCloseTo(1.01, 1);
  });

  it('never mixes the two engines of IndexedDB: a run that does not tell has no number of it', () => {
    const ofIdb = (options: MadeAppStorage) => idsOf(options).filter((id) => id.startsWith('app_put_idb'));
    expect(ofIdb({ engine: 'sqlite' })).toEqual(['app_put_idb_strict_sqlite']);
    expect(ofIdb({ engine: 'leveldb' })).toEqual(['app_put_idb_strict_leveldb']);
    expect(ofIdb({ engine: 'unknown' })).toEqual([]);
    expect(ofIdb({})).toEqual([]);
    expect(ofIdb({ environment: FIREFOX })).toEqual(['app_put_idb_strict']);
  });

  it('is nothing of other work, and any choice of contenders', () => {
    const layoutOf = (plan: NonNullable<MadeAppStorage['plan']>) =>
      boardLayoutOf(makeAppStorageUpload({ plan }).record);
    expect(layoutOf({ contenders: ['coop', 'cache'] })).toBe('app-storage');
    expect(layoutOf({ puts: 41 })).toBeNull();
    expect(layoutOf(standardPlan('app-storage', 'full'))).toBeNull();
  });

  it.each<[EvidenceReason, (record: ReturnType<typeof makeAppStorageUpload>['record']) => void]>([
    ['changed_plan', (record) => Object.assign(record.plan, { seed: 5 })],
    ['missing_jobs', (record) => Object.assign(record, { status: 'stopped' })],
    ['unknown_core', (record) => Object.assign(record.environment, { wasm_sha256: '0'.repeat(64) })],
    ['impossible_clock', (record) => record.result.rows[0]?.cells[0]?.elapsed_ns.splice(0, 1, 1_234_567)],
    ['copied_passes', ({ result: { rows } }) => Object.assign(rows[0] ?? {}, { cells: rows[1]?.cells })],
    ['faster_than_memory', ({ result: { rows } }) => rows[0]?.cells[3]?.elapsed_ns.fill(50_000)],
  ])('does not rank where the record shows %s', (reason, forge) => {
    const honestRecord = makeAppStorageUpload().record;
    const context = { declared: {}, cores: [], nowMs: Date.now() };
    expect(contradictions(honestRecord)).toEqual([]);
    expect(evidenceToRank(honestRecord, context)).toEqual([]);
    forge(honestRecord);
    expect(evidenceToRank(honestRecord, context)).toContain(reason);
  });
});

describe('contenders of one browser', () => {
  beforeAll(async () => {
    const ids = await publishFromNetworks(3, (i) =>
      makeAppStorageUpload({ engine: i === 2 ? 'leveldb' : 'sqlite', declared: { device: `Own Device ${i}` } }),
    );
    for (const id of ids) await confirm(id);
  });

  it('are ranked within their class where their runs are confirmed', async () => {
    const { runs, metrics } = await statsOf('chrome');
    expect(runs).toBe(3);
    const table = contenderTable(metrics);
    const places = table.map((row) => [row.class, row.contender, row.cells.put?.rank, row.cells.put?.providers]);
    // Two providers have IndexedDB in SQLite, and one in LevelDB.
    expect(places.filter(([, contender]) => !String(contender).includes('strict'))).toEqual([
      ['ordered', 'opfs-sync', null, 3],
      ['ordered', 'sahpool-wal', 1, 3],
      ['ordered', 'write-ahead', 2, 3],
      ['ordered', 'sahpool', 7, 3],
      ['synced', 'coop', 1, 3],
    ]);
    expect((await statsOf('firefox')).metrics).toEqual([]);
  });

  it('are drawn as a table for a README, in both languages, light and dark', async () => {
    const svg = await ask('/badge/app-storage.svg?client=linux~chrome');
    expect(svg.headers.get('content-type')).toBe('image/svg+xml');
    expect(svg.headers.get('cache-control')).toContain('no-cache');
    const text = await svg.text();
    for (const part of [
      'Chrome, Linux',
      'prefers-color-scheme:dark',
      'SQLite opfs-sahpool (WAL)',
      'Class B',
      '>3<',
      'Chromium 156 on Linux',
    ])
      expect(text).toContain(part);
    const ja = await (await ask('/badge/app-storage.svg?client=linux~chrome&lang=ja')).text();
    expect(ja).toContain('OPFS 同期ハンドル (順位なし)');
    expect(ja).toContain('Linux の Chromium 156');
  });

  it('are said to be unmeasured in the picture of another browser, and refused for what is none', async () => {
    const text = await (await ask('/badge/app-storage.svg?client=windows~edge')).text();
    expect(text).toContain('Nobody has confirmed a measurement yet');
    for (const client of [
      '',
      'linux',
      'chrome~linux',
      'linux~windows',
      'linux~<b>',
      'linux~nothing',
      `linux~${'a'.repeat(999)}`,
    ])
      expect((await ask(`/badge/app-storage.svg?client=${encodeURIComponent(client)}`)).status, client).toBe(400);
  });

  it('are one cohort, which stands on no board', async () => {
    const cohorts = await selectCohortsByPrefix(env.DB, '', -1);
    expect(cohorts.map(({ cut }) => cut)).toEqual([clientCut(SUITE_VERSION, { os: 'linux', browser: 'chrome' })]);
    expect(BoardList.parse(await (await ask('/api/v1/boards')).json()).boards).toEqual([]);
  });

  it('are listed as a place, also when none of their runs is recent', async () => {
    await env.DB.prepare('UPDATE run SET listed = 0').run();
    const { places } = BoardList.parse(await (await ask('/api/v1/boards')).json());
    expect(places).toEqual([{ layout: 'app-storage', os: 'linux', browser: 'chrome', filesystem: null }]);
    await env.DB.prepare('UPDATE run SET listed = 1').run();
  });

  it('are recomputed from a snapshot, cell for cell, and a run that is left out shows', async () => {
    await takeSnapshot();
    const snapshot = await readAll();
    const { cells, differences: mismatches } = await differences(snapshot);
    expect(mismatches).toEqual([]);
    expect(cells).toBe(9 * 5);
    const partialResult = await differences({ ...snapshot, runs: snapshot.runs.slice(1) });
    expect(partialResult.differences.length).toBeGreaterThan(0);
  });

  it('have their newest runs under the board of each', async () => {
    const { run_id } = await publish(makeAppStorageUpload({ engine: 'sqlite' }));
    await publishTicketed(makeAppStorageUpload({ environment: FIREFOX }));
    const response = await ask('/api/v1/boards/device.app_put_idb_strict_sqlite.app-storage.linux~chrome');
    const { rows, recent, unit, better } = Board.parse(await response.json());
    expect([rows, unit, better]).toEqual([[], 'ns', 'lower']);
    expect(recent.map((row) => row.run_id)).toContain(run_id);
    expect(recent).toHaveLength(3);
  });
});

describe('the same result of storage for apps, published again', () => {
  const slowRow = (contender: ContenderId) => {
    const [row] = rowsOf(makeAppStorageUpload({ plan: { contenders: [contender] }, perOpUs: { [contender]: 9000 } }));
    if (!row) throw new Error('no row');
    return row;
  };
  const rowsOf = ({ record }: ReturnType<typeof makeAppStorageUpload>) => record.result.rows;
  type Change = (rows: ReturnType<typeof rowsOf>) => unknown;
  const distanceBy = (change: Change) => {
    const upload = makeAppStorageUpload({ engine: 'sqlite' });
    const original = structuredClone(upload.record);
    change(rowsOf(upload));
    return distanceOf(original, upload.record);
  };
  const scaleLoops = (rows: ReturnType<typeof rowsOf>, factorOf: (loop: number) => number) =>
    rows.map(({ cells }) =>
      cells.map(({ elapsed_ns }) => elapsed_ns.forEach((ns, i) => (elapsed_ns[i] = ns * factorOf(i)))),
    );

  it.each<[string, Change]>([
    ['version', (rows) => Object.assign(rows[0] ?? {}, { version: '9.9.9' })],
    ['order', (rows) => rows.reverse()],
    ['order of loops', (rows) => rows.map(({ cells }) => cells.map(({ elapsed_ns }) => elapsed_ns.reverse()))],
    ['checksum', (rows) => rows.map((row) => Object.assign(row, { checksum: '00000001' }))],
    ['worker that was ended', (rows) => rows.map((row) => Object.assign(row, { survival: { acknowledged: 20 } }))],
    ['two tabs', (rows) => rows.map((row) => Object.assign(row, { two_tabs: { second: 'shared' } }))],
    ['large value', (rows) => rows.map(({ cells }) => cells.at(-1)?.elapsed_ns.fill(5_000_000))],
    ['contenders that are not ranked', (rows) => rows.push(slowRow('cache'))],
    ['quicker contender left out', (rows) => rows.splice(0, 1)],
    ['loops, all of them slower', (rows) => scaleLoops(rows, () => 1.3)],
    ['loops, each by a little', (rows) => scaleLoops(rows, (loop) => 1 + loop / 10_000)],
  ])('is known whatever is said of its %s', (_, change) => {
    expect(distanceBy(change)).toBeLessThan(COPY_DISTANCE);
  });

  it('is another one where it was measured anew', () => {
    expect(distanceOf(makeAppStorageUpload().record, makeAppStorageUpload().record)).toBeGreaterThan(NEAR_DISTANCE);
  });

  it('is refused', async () => {
    const upload = makeAppStorageUpload({ declared: { device: 'Copied Device' }, environment: FIREFOX });
    await publishTicketed(upload, 0, ONCE);
    for (const row of rowsOf(upload)) row.version = '9.9.9';
    await expect(publishTicketed(upload, 0, ONCE)).rejects.toThrow('409');
  });
});
