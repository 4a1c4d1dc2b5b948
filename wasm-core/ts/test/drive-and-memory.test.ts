import { contradictions, estimate, jobsOf, RunRecord, standardPlan } from '@opfsmark/schema/families';
import { describe, expect, it } from 'vitest';
import { runOn } from '../families/run.ts';
import type { AttachRequest, PassRequest } from '../protocol/messages.ts';
import { agreeable, FakeHost, withoutUnsafe } from './fakes.ts';

const PLAN = standardPlan('matrix');

describe.each([
  ['shared', agreeable],
  ['per-worker', withoutUnsafe],
] as const)('a run that reads the drive and memory, in the %s layout', (layout, answer) => {
  it('gives every row two read results, then its writes, in a record without contradictions', async () => {
    const record = await runOn(new FakeHost(answer), { plan: PLAN });
    expect(record.status).toBe('done');
    expect(RunRecord.safeParse(record).error).toBeUndefined();
    const about = contradictions(record).filter(({ pointer }) => /fill|forget|reads|workers|jobs\/\d+$/.test(pointer));
    expect(about).toEqual([]);
    const told = record.result.jobs.map(({ direction, reads }) => `${direction} ${reads ?? ''}`.trim());
    expect(told).toEqual([
      ...PLAN.rows.map(() => 'read drive'),
      ...PLAN.rows.map(() => 'read memory'),
      ...PLAN.rows.map(() => 'write'),
    ]);
  });

  it('touches the parts only to write them, before each is read once', async () => {
    const host = new FakeHost(answer);
    await runOn(host, { plan: PLAN });
    const kinds = host.asked.map(({ kind }) => kind);
    expect(kinds.lastIndexOf('floor')).toBeLessThan(kinds.indexOf('sample'));
    expect(kinds.lastIndexOf('fill')).toBeLessThan(kinds.indexOf('holes'));
    expect(kinds.lastIndexOf('holes')).toBeLessThan(kinds.indexOf('pass'));
    const opened = host.asked.flatMap(({ kind, worker, request }) => {
      if (kind !== 'attach') return [];
      const { fileName, create } = request.body as AttachRequest;
      return fileName.startsWith('part-') ? [`${worker} ${fileName} ${create ? 'new' : 'filled'}`] : [];
    });
    // Opened twice by one worker: once to be written, once to be read.
    expect(new Set(opened).size).toBe(opened.length);
  });

  it('reads memory from the file of the session, not from the part that was open last', async () => {
    const host = new FakeHost(answer);
    await runOn(host, { plan: PLAN });
    const last = host.asked.findLastIndex(
      ({ kind, request }) => kind === 'attach' && (request.body as AttachRequest).fileName.startsWith('part-'),
    );
    const first = host.asked.findIndex(
      ({ kind, request }) => kind === 'pass' && (request.body as PassRequest).visits === 'again',
    );
    const between = host.asked.slice(last, first).filter(({ kind }) => kind === 'attach');
    expect(between.length).toBeGreaterThan(0);
    expect(last).toBeLessThan(first);
  });

  it('writes no more than 1.5 GB with Quick, of which each pass writes its bound', async () => {
    const host = new FakeHost(answer);
    await runOn(host, { plan: PLAN });
    expect(estimate(PLAN, layout).bytesWrittenMax).toBeLessThanOrEqual(1.5e9);
    const heads = jobsOf(PLAN).filter(({ direction }) => direction === 'write');
    const writes = host.asked.flatMap(({ kind, worker, request }) => {
      const body = request.body as PassRequest;
      return kind === 'pass' && body.operation === 'write' ? [{ worker, ...body }] : [];
    });
    const bytesOf = ({ share }: PassRequest) =>
      Math.ceil(Math.max(0, share.blockCount - share.first) / share.stride) * share.blockBytes;
    const all = writes.reduce((sum, request) => sum + bytesOf(request), 0);
    // Per row: a warm-up of 16 MiB, and in each loop 32 MiB and calls that are flushed one by one.
    const bound = heads.length * (16 + 3 * 32) + 3 * 2 * (16 + 4);
    expect(all).toBeLessThanOrEqual(bound * 1024 ** 2);
    expect(all).toBeGreaterThan(0.9 * bound * 1024 ** 2);
  });
});
