import { describe, expect, it } from 'vitest';
import en from '../../src/answer/words/en.ts';
import { numbersIn, sentenceText } from '../../src/answer/words/index.ts';
import { LANGUAGES } from '../../src/answer/words/languages.ts';
import type { RunRecord } from '../../src/families/checks.ts';
import { figuresOf, standardPlan } from '../../src/families/families.ts';
import { kneeOf, sweepPoints } from '../../src/families/sweep/figures.ts';
import { reportOf } from '../../src/report/report.ts';
import { makePass, makeRecord, timedSide } from '../../test-support/record.ts';
import { refusesForgeries } from './forgeries.ts';

describe('sweeps', () => {
  const plan = { ...standardPlan('queue-sweep'), max_queues: 4 };
  const job = (queues: number, direction: 'read' | 'write', ops: number, ns: number) => ({
    row: { pattern: 'random' as const, block_bytes: 4_096, queues, threads: 1 },
    direction,
    status: 'done' as const,
    workers: queues,
    layout: 'shared' as const,
    passes: [
      makePass({ loop: 0, workers: queues, [direction]: timedSide(ns, 7, 4_096) }),
      makePass({ workers: queues, total_ns: 2e9, [direction]: timedSide(ns, ops, 4_096) }),
    ],
    verified_sectors: 0,
  });
  const result = {
    family: 'queue-sweep' as const,
    layout: 'shared' as const,
    jobs: [
      job(1, 'read', 1_000, 1e6),
      job(2, 'read', 1_900, 1e6),
      job(4, 'read', 2_000, 2e6),
      job(1, 'write', 500, 2e6),
      job(2, 'write', 500, 4e6),
      job(4, 'write', 500, 8e6),
    ],
  };

  it('gives each point its rate over the whole window and the percentiles that it has the calls for, the warm-up left out', () => {
    const points = sweepPoints(result);
    expect(points.map(({ iops }) => iops)).toEqual([500, 950, 1_000, 250, 250, 250]);
    expect(points.map(({ bytesPerS }) => (bytesPerS ?? 0) / 4_096)).toEqual([500, 950, 1_000, 250, 250, 250]);
    expect(points.map(({ p99Ns }) => p99Ns)).toEqual([1e6, 1e6, 2e6, null, null, null]);
    expect(points.map(({ p50Ns }) => p50Ns)).toEqual([1e6, 1e6, 2e6, 2e6, 4e6, 8e6]);
  });
  it('does not say where points were read from, unless past the page cache', () => {
    const sources = (engine: 'opfs-sync' | 'node-direct') => {
      const head = { ...makeRecord({ environment: { engine } }), family: 'queue-sweep' as const, plan, result };
      return figuresOf(head).map(({ origin }) => origin);
    };
    expect(sources('opfs-sync')).toEqual(['unknown', 'unknown', 'unknown', null, null, null]);
    expect(sources('node-direct')).toEqual(['drive', 'drive', 'drive', null, null, null]);
  });
  it('names the best point and the first that comes near it', () => {
    const reads = sweepPoints(result).filter(({ direction }) => direction === 'read');
    const knee = kneeOf(plan, reads, 'iops');
    expect([knee?.best.row.queues, knee?.knee.row.queues]).toEqual([4, 2]);
    expect(kneeOf(plan, [], 'iops')).toBeNull();
  });
  it('says that a point is enough only where the largest was measured, whichever came near it before', () => {
    const sweepOf = (jobs: typeof result.jobs) => {
      const status = jobs.length < result.jobs.length ? 'stopped' : 'done';
      const head = { ...makeRecord(), status, family: 'queue-sweep' as const, plan, result: { ...result, jobs } };
      const { answer, format, lead, hints } = reportOf(head as RunRecord);
      return [
        sentenceText(answer, en, numbersIn(LANGUAGES.en), 'visitor'),
        ...format.phrases([...lead, ...hints]).split('. '),
      ];
    };
    expect(sweepOf(result.jobs)).toEqual([
      'One write at a time is enough: more at once are hardly faster.',
      'Write: peak 250 IOPS at Q1; nothing smaller reaches 90 % of that',
      'Read: peak 1,000 IOPS at Q4; at least 90 % of that at Q2',
      'Reads may come from memory: the file was just written.',
    ]);
    expect(sweepOf(result.jobs.slice(0, -1))).toEqual([
      'This drive writes at 1.02 MB/s in the test RND4K Q1.',
      'Read: peak 1,000 IOPS at Q4; at least 90 % of that at Q2',
      'Reads may come from memory: the file was just written.',
    ]);
    expect(sweepOf(result.jobs.slice(0, 2))).toEqual(['Stopped before the drive was measured.', '']);
  });
  refusesForgeries(plan, result, [
    ['/jobs/1', (r) => r.jobs.splice(1, 1)],
    ['/jobs/0/passes/1/read/bytes', (r) => r.jobs[0]?.passes[1]?.read && (r.jobs[0].passes[1].read.bytes = 1)],
    ['/jobs/0/passes/1/read/histogram', (r) => r.jobs[0]?.passes[1]?.read && (r.jobs[0].passes[1].read.ops = 999)],
    ['/jobs/0/passes/1/read/busy_ns', (r) => r.jobs[0]?.passes[1]?.read && (r.jobs[0].passes[1].read.busy_ns = 2e9)],
    ['/jobs/0/passes/1/total_ns', (r) => r.jobs[0]?.passes[1] && (r.jobs[0].passes[1].total_ns = 1)],
    ['/jobs', (r) => r.jobs.push(...r.jobs)],
  ]);
});
