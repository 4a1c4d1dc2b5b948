import { decodeSeries, type Pass } from '@opfsmark/schema/documents';
import type { PassSpec, TimedStep } from '@opfsmark/schema/schedule';
import { describe, expect, it } from 'vitest';
import {
  contradictions,
  estimate,
  RunRecord,
  standardPlan,
  stepsOf,
  type Plan,
  type Result,
  familyOf,
  type FamilyId,
} from '@opfsmark/schema/families';
import { stutterCallsMax } from '@opfsmark/schema/families/stutter/plan';
import { sweepRows } from '@opfsmark/schema/families/sweep/rows';
import type { RunEvent } from '../api.ts';
import { runOn } from '../families/run.ts';
import { LoadSeries } from '../families/stutter/index.ts';
import { addPasses, mergePass } from '../page/merge.ts';
import type { FillRequest, PassReply, PassRequest } from '../protocol/messages.ts';
import {
  agreeable,
  batched,
  FakeHost,
  rawSide,
  visitsOf,
  wholeSteps,
  withoutUnsafe,
  type FakeReply,
  type ReceivedRequest,
} from './fakes.ts';

const HEAD: PassSpec = { kind: 'throughput', loop: 1, timing: 'each', flush: 'each', limitS: 0 };
const BIN_NS = 50e6;

/** A slice whose bins of 50 ms each have one read that took so many milliseconds. */
function sliceOf(readsMs: readonly number[], binNs = BIN_NS): Pass {
  const readsNs = readsMs.map((ms) => ms * 1e6);
  const series = { ops: readsMs.map(() => 1), busyNs: readsNs, maxNs: readsNs };
  const lastedNs = readsMs.length * binNs;
  const head = { ended: 'visited', beganMs: 0, elapsedNs: lastedNs, totalNs: lastedNs, flushNs: 0, binNs } as const;
  return mergePass(HEAD, [{ ...head, read: { ...rawSide(readsNs), series } }]);
}

function courseOf(slices: readonly (readonly [beganMs: number, slice: Pass])[]) {
  const series = new LoadSeries();
  let pass: Pass | undefined;
  for (const [beganMs, slice] of slices) {
    series.add(slice, beganMs * 1e6);
    pass = addPasses(pass, slice);
  }
  if (!pass) throw new Error('no slices');
  return series.of(pass);
}

describe('the series of a load', () => {
  it('has its slices where they were, with the rests between them', () => {
    const { read, bin_ns } = courseOf([
      [0, sliceOf([1, 2])],
      [310, sliceOf([40, 3])],
    ]);
    expect(bin_ns).toBe(100e6);
    expect(read?.series).toEqual({ ops: '2 0 0 2', busy_us: '3000 0 0 43000', max_us: '2000 0 0 40000' });
  });

  it('leaves no bin empty where slices follow each other without a rest', () => {
    const slices = Array.from({ length: 40 }, (_, index) => [index * 175, sliceOf([1, 1, 1, 1])] as const);
    const bins = courseOf(slices).read?.series.ops.split(' ').map(Number) ?? [];
    expect(Math.min(...bins)).toBeGreaterThan(0);
    expect(bins.reduce((sum, n) => sum + n, 0)).toBe(160);
  });

  it('has wider bins where the load outgrows them, and loses no call', () => {
    const slices = Array.from(
      { length: 3_000 },
      (_, index) => [index * 100, sliceOf([index === 1_500 ? 9 : 1])] as const,
    );
    const { read, bin_ns } = courseOf(slices);
    const [ops, maxUs] = [read?.series.ops, read?.series.max_us].map((text) => (text ?? '').split(' ').map(Number));
    expect(bin_ns).toBe(400e6);
    expect(ops).toHaveLength(750);
    expect(ops?.reduce((sum, n) => sum + n, 0)).toBe(3_000);
    expect(maxUs?.indexOf(9_000)).toBe(375);
  });

  it('has bins as wide as those of a slice that outgrew its own', () => {
    const { read, bin_ns } = courseOf([
      [0, sliceOf([1, 2])],
      [200, sliceOf([5, 6], 400e6)],
    ]);
    expect(bin_ns).toBe(400e6);
    expect(read?.series).toMatchObject({ ops: '2 1 1', max_us: '2000 5000 6000' });
  });

  it('has a place for each bin in both directions, also where one of them made no call', () => {
    const slice = sliceOf([1, 1, 1, 1]);
    const quietPass = mergePass(HEAD, [
      { ended: 'visited', beganMs: 0, elapsedNs: 1, totalNs: 1, flushNs: 0, binNs: BIN_NS, write: rawSide([]) },
    ]);
    const { read, write } = courseOf([
      [0, quietPass],
      [100, slice],
    ]);
    expect([read?.series.ops, write?.series.ops]).toEqual(['0 2 2', '0 0 0']);
  });
});

/** As many calls as the share has visits, each of about 1 ns per byte, times `slowness`. */
function visitedReply(request: PassRequest, slowness = 1): PassReply {
  const { blockBytes } = request.share;
  const { arrivalsPerS } = request;
  const dueCount = Math.floor(((arrivalsPerS ?? 0) * request.limitNs) / 1e9);
  const visits = arrivalsPerS === undefined ? visitsOf(request.share) : Math.min(dueCount, visitsOf(request.share));
  const ns = slowness * wholeSteps(blockBytes);
  const reads = request.operation === 'mix' ? visits >> 1 : request.operation === 'read' ? visits : 0;
  const flushNs = request.flush === 'end' ? 5e6 : 0;
  const side = (count: number) => {
    const calls = rawSide(new Array<number>(count).fill(ns), blockBytes);
    return request.timing === 'each' ? calls : batched(calls);
  };
  return {
    ended: 'visited',
    beganMs: 0,
    elapsedNs: visits * ns,
    totalNs: visits * ns + flushNs,
    flushNs,
    binNs: request.binNs,
    ...(arrivalsPerS !== undefined && { due: visits, lateNs: visits }),
    ...(request.operation !== 'write' && { read: side(reads) }),
    ...(request.operation !== 'read' && { write: side(visits - reads) }),
  };
}

const answerVisits = (call: ReceivedRequest): FakeReply =>
  call.kind === 'pass' ? visitedReply(call.request.body as PassRequest) : agreeable(call);

const SMALL = {
  stutter: { ...standardPlan('stutter'), calls: 1_000, workers: 3, min_s: 0 },
  'block-sweep': { ...standardPlan('block-sweep'), min_block_bytes: 2 ** 18, file_bytes: 2 ** 24 },
  'queue-sweep': { ...standardPlan('queue-sweep'), max_queues: 4, block_bytes: 2 ** 16, file_bytes: 2 ** 24 },
  durability: { ...standardPlan('durability'), bytes: 2 ** 23, loops: 2 },
  'latency-under-load': {
    ...standardPlan('latency-under-load'),
    file_bytes: 2 ** 24,
    workers: 1,
    loops: 2,
    limit_s: 1,
  },
  sustained: {
    ...standardPlan('sustained'),
    budget_bytes: 1088 * 2 ** 20,
    round_bytes: 2 ** 25,
    file_bytes: 2 ** 26,
    queues: 2,
    until: 'budget' as const,
  },
};
const plans: [string, Plan][] = Object.entries(SMALL);

/** Its own time is none, so that only what contradicts itself is found. */
const contradictionsOf = (record: RunRecord) =>
  contradictions({ ...record, wall_ms: 1e9 }).map(({ pointer }) => pointer);

describe.each(plans)('%s', (_, plan) => {
  it('measures all it planned, without a contradiction, and deletes its files', async () => {
    const host = new FakeHost(answerVisits);
    const results: Result[] = [];
    const record = await runOn(host, {
      plan,
      onEvent: (event) => {
        if (event.type === 'result') results.push(event.result);
      },
    });
    expect(record).toMatchObject({ status: 'done', plan, environment: { layout: 'shared' } });
    expect(RunRecord.safeParse(record).error).toBeUndefined();
    expect(contradictionsOf(record)).toEqual([]);
    expect(results.at(-1)).toEqual(record.result);
    expect(host.deleted).toContain(undefined);
    expect(host.locked).toBe(false);
  });

  it('times exactly the steps of its schedule, and writes no more than was announced', async () => {
    const timedSteps: TimedStep[] = [];
    const writtenBytes: number[] = [];
    await runOn(new FakeHost(answerVisits), {
      plan,
      onEvent: (event: RunEvent) => {
        if (event.type === 'timed') timedSteps.push(...event.steps);
        if (event.type === 'progress') writtenBytes.push(event.progress.bytesWritten);
      },
    });
    expect(timedSteps.map(({ pace }) => pace)).toEqual(
      stepsOf(familyOf<FamilyId>(plan.family), plan).map(({ pace }) => pace),
    );
    expect(Math.max(...writtenBytes)).toBeLessThanOrEqual(estimate(plan).bytesWrittenMax);
  });

  it('ends as failed when a worker dies, and keeps what was found', async () => {
    let passes = 0;
    const host = new FakeHost((call) => (call.kind === 'pass' && ++passes > 5 ? 'dies' : answerVisits(call)));
    const record = await runOn(host, { plan });
    // Stutter is over after one pass of three workers.
    const failedRecord = { status: 'failed', failure: { code: 'worker_died' } };
    expect(record).toMatchObject(plan.family === 'stutter' ? { status: 'done' } : failedRecord);
    expect(contradictionsOf(record)).toEqual([]);
  });

  it('keeps the code of a full disk', async () => {
    const failure = { code: 'quota_exceeded', detail: 'QuotaExceededError' } as const;
    const host = new FakeHost((call) => (call.kind === 'pass' ? { failure } : answerVisits(call)));
    expect(await runOn(host, { plan })).toMatchObject({ status: 'failed', failure });
  });

  it('ends as stopped when it is stopped in the middle', async () => {
    const abort = new AbortController();
    let passes = 0;
    const host = new FakeHost((call) => {
      if (call.kind !== 'pass') return answerVisits(call);
      if (++passes === 2) abort.abort();
      return { ...visitedReply(call.request.body as PassRequest), ended: 'stopped' };
    });
    const record = await runOn(host, { plan, signal: abort.signal });
    expect(record.status).toBe('stopped');
    expect(contradictionsOf(record)).toEqual([]);
  });
});

describe('what each asks of its workers', () => {
  const requestsOf = async (plan: Plan) => {
    const host = new FakeHost(answerVisits);
    await runOn(host, { plan });
    return host.asked.filter(({ kind }) => kind === 'pass').map(({ request }) => request.body as PassRequest);
  };

  it('stutter: a mix of exactly so many calls, flushed one by one', async () => {
    const requests = await requestsOf(SMALL.stutter);
    expect(requests).toHaveLength(3);
    for (const request of requests) {
      expect(request).toMatchObject({
        operation: 'mix',
        readPercent: 50,
        flush: 'each',
        timing: 'each',
        pattern: 'random',
      });
      expect(request.share.blockCount).toBe(2_000);
    }
  });

  it('stutter: goes on for as long as the plan asks, no quicker than its pace, over the same blocks in a new order', async () => {
    const plan = { ...SMALL.stutter, min_s: 5, calls_per_s: 4_000 };
    const host = new FakeHost(answerVisits);
    const timedSteps: TimedStep[] = [];
    const record = await runOn(host, {
      plan,
      onEvent: (event) => event.type === 'timed' && timedSteps.push(...event.steps),
    });
    const { pass, load_ms = 0 } = record.result;
    const calls = (pass?.read?.ops ?? 0) + (pass?.write?.ops ?? 0);
    expect(load_ms).toBeGreaterThan(4_800);
    expect(load_ms).toBeLessThanOrEqual(5_000);
    expect(calls).toBeLessThanOrEqual(stutterCallsMax(plan));
    expect(calls / (5 * plan.calls_per_s)).toBeCloseTo(1, 1);
    expect(timedSteps.find(({ pace }) => pace === 'stutter each')).toMatchObject({ work: calls });
    const bins = pass?.write?.series.ops.split(' ').map(Number) ?? [];
    expect(bins).toHaveLength(50);
    expect(Math.min(...bins)).toBeGreaterThan(0);
    expect(contradictionsOf(record)).toEqual([]);

    const requests = host.asked.filter(({ kind }) => kind === 'pass').map(({ request }) => request.body as PassRequest);
    const orders = new Set(requests.map(({ orderSeed }) => orderSeed));
    expect(orders.size).toBe(10);
    // In one turn each place of the order belongs to one request.
    const turn = requests.filter(({ orderSeed }) => orderSeed === requests[0]?.orderSeed);
    const visits = turn.flatMap(({ share: { first, stride, blockCount } }) =>
      Array.from({ length: Math.ceil((blockCount - first) / stride) }, (_, visit) => first + visit * stride),
    );
    expect(visits.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 2_000 }, (_, index) => index));
  });

  it('stutter: a drive that is slow ends the load at its limit', async () => {
    const plan = { ...SMALL.stutter, min_s: 5, limit_s: 6 };
    const host = new FakeHost(async (call) => {
      if (call.kind === 'pass') await new Promise<void>((resolve) => host.clock.runAfter(4_000, resolve));
      return answerVisits(call);
    });
    const record = await runOn(host, { plan });
    expect(record.result.load_ms).toBe(8_000);
    const limits = host.asked.flatMap(({ kind, request }) =>
      kind === 'pass' ? [(request.body as PassRequest).limitNs] : [],
    );
    expect([...new Set(limits)]).toEqual([6e9, 2e9]);
  });

  it('queue sweep: every call timed, by as many workers as queues', async () => {
    const requests = await requestsOf(SMALL['queue-sweep']);
    // Two directions, a warm-up and a pass each, at 1 + 2 + 4 workers.
    expect(requests).toHaveLength(2 * 2 * 7);
    expect(new Set(requests.map(({ timing }) => timing))).toEqual(new Set(['each']));
    expect(sweepRows(SMALL['queue-sweep']).map(({ queues }) => queues)).toEqual([1, 2, 4]);
  });

  it('durability: unflushed writes are flushed before the next mode', async () => {
    const requests = await requestsOf(SMALL.durability);
    expect(requests.map(({ flush }) => flush)).toEqual(['none', 'end', 'end', 'each', 'none', 'end', 'end', 'each']);
    expect(requests.filter(({ share }) => share.blockCount === 1).map(({ flush }) => flush)).toEqual(['end', 'end']);
  });

  it('latency under load: writes are due at shares of the capacity just before, and all workers claim them', async () => {
    const plan = { ...SMALL['latency-under-load'], workers: 2, loops: 1 };
    const requests = (await requestsOf(plan)).filter((_, index) => index % 2 === 0);
    // Each of the two writes half of the file, one block in 4,096 ns or the steps of the clock that hold it.
    const capacity = (2 * 1e9) / wholeSteps(4_096);
    expect(requests.map(({ arrivalsPerS }) => arrivalsPerS && arrivalsPerS / capacity)).toEqual([
      undefined,
      0.1,
      0.5,
      0.9,
    ]);
    expect(requests.map(({ visits }) => visits)).toEqual(['once', 'claimed', 'claimed', 'claimed']);
    expect(requests.slice(1).every(({ share }) => share.first === 0 && share.stride === 1)).toBe(true);
    expect(new Set(requests.map(({ flush }) => flush))).toEqual(new Set(['each']));
    expect(new Set(requests.map(({ orderSeed }) => orderSeed)).size).toBe(4);
  });

  it('durability: no loop begins after it has gone on for long enough', async () => {
    const plan = { ...SMALL.durability, loops: 9, enough_s: 5 };
    const host = new FakeHost(async (call) => {
      if (call.kind === 'pass') await new Promise<void>((resolve) => host.clock.runAfter(1_000, resolve));
      return answerVisits(call);
    });
    const { result } = await runOn(host, { plan });
    // Three ways and a flush between them: 4 s each.
    expect([result.none, result.end, result.each].map((passes) => passes.length)).toEqual([2, 2, 2]);
  });

  it('sustained: ends at a cliff, and not before the speed has stayed low', async () => {
    let passes = 0;
    const host = new FakeHost((call) => {
      if (call.kind !== 'pass') return answerVisits(call);
      return visitedReply(call.request.body as PassRequest, ++passes > 10 ? 20 : 1);
    });
    const record = await runOn(host, { plan: { ...SMALL.sustained, queues: 1, until: 'cliff' } });
    expect(record.result.ended).toBe('cliff');
    expect(decodeSeries(record.result.total_us)).toHaveLength(18);
    expect(contradictionsOf(record)).toEqual([]);
  });

  it('sustained: refuses to write much before somebody has agreed to that', async () => {
    const plan = standardPlan('sustained');
    const host = new FakeHost(answerVisits);
    await expect(runOn(host, { plan })).rejects.toMatchObject({ name: 'RunRefused', reason: 'not_agreed' });
    expect(host.asked).toEqual([]);
  });

  it('sustained: rounds go through the file in turn, and end with the budget', async () => {
    const host = new FakeHost(answerVisits);
    const record = await runOn(host, { plan: SMALL.sustained });
    expect(decodeSeries(record.result.total_us)).toHaveLength(32);
    expect(record.result).toMatchObject({ ended: 'budget', write: { bytes: 32 * 32 * 2 ** 20 } });
    const shares = host.asked
      .filter(({ kind }) => kind === 'pass')
      .map(({ request }) => (request.body as PassRequest).share);
    expect(shares.slice(0, 5).map(({ first, blockCount }) => [first, blockCount])).toEqual([
      [0, 32],
      [1, 32],
      [32, 64],
      [33, 64],
      [0, 32],
    ]);
  });

  it('sustained: workers with files of their own write whole blocks that add up to the round, whatever their number', async () => {
    const ownFiles = (call: ReceivedRequest) => (call.kind === 'attach' ? withoutUnsafe(call) : answerVisits(call));
    const host = new FakeHost(ownFiles);
    const plan = { ...SMALL.sustained, queues: 3 };
    const record = await runOn(host, { plan });
    expect([record.result.layout, contradictionsOf(record)]).toEqual(['per-worker', []]);
    const filledBlocks = host.asked
      .filter(({ kind }) => kind === 'fill')
      .map(({ request }) => (request.body as FillRequest).share.blockCount);
    const windows = host.asked
      .filter(({ kind }) => kind === 'pass')
      .map(({ request }) => (request.body as PassRequest).share)
      .map(({ first, blockCount }) => [first, blockCount]);
    expect(filledBlocks).toEqual([22, 22, 22]);
    // 64 blocks in two rounds of 32, then from the front again.
    expect(windows.slice(0, 7)).toEqual([
      [0, 11],
      [0, 11],
      [0, 10],
      [11, 22],
      [11, 21],
      [10, 21],
      [0, 11],
    ]);
  });

  it('sustained: ends after five even rounds where that is asked for', async () => {
    const record = await runOn(new FakeHost(answerVisits), { plan: { ...SMALL.sustained, until: 'steady' } });
    expect(record.result.ended).toBe('steady');
    expect(decodeSeries(record.result.total_us)).toHaveLength(5);
  });
});

it.each(['picked-folder', 'picked-file'] as const)('refuses a %s plan without anything picked', async (family) => {
  const run = runOn(new FakeHost(answerVisits), { plan: standardPlan(family) });
  await expect(run).rejects.toMatchObject({ reason: 'invalid_plan', problems: ['picked'] });
});

it.each([
  { ...SMALL.stutter, calls: 1 },
  { ...SMALL.stutter, family: 'constructor' },
] as (typeof SMALL.stutter)[])('refuses a plan that is not valid, before anything begins', async (plan) => {
  const host = new FakeHost(answerVisits);
  await expect(runOn(host, { plan })).rejects.toMatchObject({ name: 'RunRefused', reason: 'invalid_plan' });
  expect(host.asked).toEqual([]);
});
