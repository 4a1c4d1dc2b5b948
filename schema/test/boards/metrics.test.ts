import { describe, expect, it } from 'vitest';
import { METRIC_IDS, metricOf, metricsOf } from '../../src/boards/index.ts';
import { emptyCounts, encodeHistogram, bucketOf, rowSlug, type Environment } from '../../src/documents/index.ts';
import { planOf, type FamilyRecord } from '../../src/families/index.ts';
import { makeFloor, makeRecord, timedSide, type MatrixRecord } from '../../test-support/record.ts';

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
    const { picked_seq_read: found } = metricsOf(record);
    expect(found?.value).toBe(Number((1024 ** 2 * 1000).toPrecision(6)));
    expect(found?.ceiling).toBe(Number((1024 ** 2 * 2000).toPrecision(6)));
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
