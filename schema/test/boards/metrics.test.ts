import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BOARD_LAYOUTS,
  BOARD_SUBJECTS,
  type BoardParts,
  CUT_KINDS,
  type CutKind,
  cutsOf,
  formatBoardId,
  formatCut,
  layoutOfScope,
  layoutsWith,
  METRIC_IDS,
  metricOf,
  metricsOf,
  packKeys,
  parseBoardId,
  parseCut,
  scopeOf,
  unpackKeys,
} from '../../src/boards/index.ts';
import { bucketOf, emptyCounts, encodeHistogram, type Environment, rowSlug } from '../../src/documents/index.ts';
import type { FamilyRecord } from '../../src/families/families.ts';
import { planOf } from '../../src/families/matrix/profiles.ts';
import { makeFloor, makeRecord, type MatrixRecord, timedSide } from '../../test-support/record.ts';

const family = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const client = fc.record({ os: family, browser: family });
const parts: fc.Arbitrary<BoardParts> = fc
  .record({
    subject: fc.constantFrom(...BOARD_SUBJECTS),
    metric: fc.constantFrom(...METRIC_IDS),
    layout: fc.constantFrom(...BOARD_LAYOUTS),
    client: fc.option(client),
    filesystem: fc.option(fc.constantFrom('ext4', 'hfs+', 'apfs')),
  })
  .map((any) => (any.client === null ? { ...any, filesystem: null } : any))
  .filter(({ metric, layout }) => metricOf(metric).layouts.includes(layout))
  .filter(({ metric, client: within }) => within !== null || !metricOf(metric).withinClient)
  .filter(({ subject, client: within }) => within === null || subject === 'device');

describe('the id of a board', () => {
  it('is read back, whatever the board', () => {
    fc.assert(
      fc.property(parts, (original) => {
        expect(parseBoardId(formatBoardId(original))).toEqual(original);
      }),
    );
  });

  it('is written as links have it', () => {
    const id = 'device.rnd4k_q1t1_flush.shared.linux~chrome.ext4';
    const boardId = parseBoardId(id);
    expect(boardId && formatBoardId(boardId)).toBe(id);
  });

  it.each([
    'planet.score.shared',
    'device.constructor.shared',
    'device.drive_score.moon',
    'device.drive_score',
    'device.picked_create.shared',
    'device.picked_file_read.picked-folder',
    'device.rnd4k_q1t1_flush.shared',
    'os.score.shared.linux~chrome',
    'device.drive_score.shared.linux-chrome',
    'device.drive_score.shared.linux~chrome.ext4.more',
    'device.drive_score.shared.linux~chrome.EXT4',
  ])('is none: %s', (id) => {
    expect(parseBoardId(id)).toBeNull();
  });
});

describe('the cuts of a run', () => {
  const keys = {
    ...{ scope: '1.shared', device: 'x1', filesystem: 'ext4', os: 'linux', browser: 'chrome' },
    ...{ version: '156', drive: 'example-980', interface: 'nvme' },
  };

  it('are written with what they compare', () => {
    expect(cutsOf(keys)).toEqual({
      device: 'device|1.shared|x1',
      drive: 'drive|1.shared|example-980',
      interface: 'interface|1.shared|nvme',
      filesystem: 'filesystem|1.shared|ext4|linux',
      os: 'os|1.shared|linux',
      browser: 'browser|1.shared|linux|chrome|156',
      exact: 'exact|1.shared|linux|chrome|ext4|x1',
    });
    expect(cutsOf({ ...keys, scope: '1.app-storage' })).toEqual({ client: 'client|1.app-storage|linux|chrome' });
    const kinds = Object.keys(cutsOf({ ...keys, filesystem: '', drive: '', interface: '' }));
    expect(kinds).toEqual(['device', 'os', 'browser', 'exact']);
  });

  it('are by device in every layout but storage for apps, which has one by browser only', () => {
    expect(layoutsWith('device')).toEqual(BOARD_LAYOUTS.filter((layout) => layout !== 'app-storage'));
    expect(layoutsWith('client')).toEqual(['app-storage']);
  });

  it.each(Object.keys(CUT_KINDS) as CutKind[])('are read back: %s', (kind) => {
    const cut = parseCut(formatCut(kind, keys));
    expect(cut?.kind).toBe(kind);
    expect(cut?.keys).toEqual(Object.fromEntries(CUT_KINDS[kind].map((name) => [name, keys[name]])));
  });

  it.each(['', 'x', 'device|1.shared', 'constructor|a|b', 'os|1|2|3'])('are none: %s', (text) => {
    expect(parseCut(text)).toBeNull();
  });

  it.each(BOARD_LAYOUTS)('have a scope whose layout is read back: %s', (layout) => {
    expect(layoutOfScope(scopeOf(1, layout))).toBe(layout);
  });

  it.each(['', 'shared', '1.', '1.nothing', '1.shared.more'])('have no scope %s', (text) => {
    expect(layoutOfScope(text)).toBeNull();
  });

  it('have keys that are packed and unpacked', () => {
    expect(unpackKeys(packKeys(keys))).toEqual(keys);
  });
});

/** The default run, its small reads of the drive timed one by one and all as long. */
function recordWithReads(ns: number, environment: Partial<Environment> = {}): MatrixRecord {
  const record = makeRecord({ plan: planOf('default'), environment });
  record.result.floors = [makeFloor({ block_bytes: 4096, workers: 1 })];
  const job = record.result.jobs.find(({ reads, row }) => reads === 'drive' && rowSlug(row) === 'rnd4k_q1t1');
  if (!job) throw new Error('no job');
  for (const pass of job.passes) if (pass.kind === 'throughput') pass.read = { ...timedSide(ns, 100, 4096) };
  return record;
}

describe('the metrics of a run', () => {
  it('are writes, reads as apps feel them, and the score, of every finished row', () => {
    const ids = Object.keys(metricsOf(makeRecord()));
    expect(ids).toEqual(
      expect.arrayContaining(['rnd4k_q1t1_write', 'seq1m_q8t1_memory', 'rnd4k_q32t1_buffered', 'app_feel_score']),
    );
    expect(ids.some((id) => id.endsWith('_read') || id.startsWith('picked_'))).toBe(false);
  });

  it('name a read of the drive only where the drive was read', () => {
    expect(metricsOf(recordWithReads(2_000))).not.toHaveProperty('rnd4k_q1t1_read');
    expect(metricsOf(recordWithReads(900_000))).toHaveProperty('rnd4k_q1t1_read');
  });

  it('are none of a run that cannot be compared', () => {
    expect(metricsOf(makeRecord({ environment: { engine: 'scripted' } }))).toEqual({});
    expect(metricsOf(makeRecord({ plan: { ...planOf('default'), file_bytes: 64 * 1024 ** 2 } }))).toEqual({});
    expect(metricsOf(makeRecord({ environment: { engine: 'node' } }))).toHaveProperty('rnd4k_q1t1_write');
  });

  it('of a direct run are reads of the drive and flushed writes, never what memory answered or took', () => {
    const ids = Object.keys(metricsOf(recordWithReads(2_000, { engine: 'node-direct' })));
    expect(ids).toEqual(expect.arrayContaining(['rnd4k_q1t1_read', 'rnd4k_q1t1_write']));
    expect(ids.filter((id) => id.endsWith('_feel') || id.endsWith('_buffered') || id === 'score')).toEqual([]);
  });

  it('stay where a parameter was changed that changes no number', () => {
    expect(metricsOf(makeRecord({ plan: { ...planOf('default'), loops: 3 } }))).toHaveProperty('rnd4k_q1t1_write');
  });

  it('of a picked folder carry what the browser reaches in memory', () => {
    const base = makeRecord({ environment: { engine: 'picked-folder' } });
    const counts = emptyCounts();
    counts[bucketOf(1e6)] = 256;
    const cell = {
      ops: 256,
      bytes: 256 * 1024 ** 2,
      close_ns: 0,
      histogram: encodeHistogram(counts),
      verified_blocks: 0,
    };
    const record: FamilyRecord<'picked-folder'> = {
      ...base,
      family: 'picked-folder',
      plan: { ...standardPicked },
      result: {
        family: 'picked-folder',
        cells: [
          { place: 'ceiling', step: 'seq_read', ...cell, elapsed_ns: 128e6 },
          { place: 'picked', step: 'seq_read', ...cell, elapsed_ns: 256e6 },
        ],
      },
    };
    const { picked_seq_read: metric } = metricsOf(record);
    expect(metric?.value).toBe(Number((1024 ** 2 * 1000).toPrecision(6)));
    expect(metric?.ceiling).toBe(Number((1024 ** 2 * 2000).toPrecision(6)));
  });

  it('all say on which boards they stand', () => {
    for (const id of METRIC_IDS) expect(metricOf(id).layouts.length).toBeGreaterThan(0);
  });
});

const standardPicked = {
  family: 'picked-folder',
  suite: 2,
  profile: 'quick',
  file_bytes: 256 * 1024 ** 2,
  random_reads: 2_000,
  small_files: 100,
  seed: 0x0bf5,
} as const;
