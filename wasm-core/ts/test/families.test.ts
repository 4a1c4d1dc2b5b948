import { decodeSeries } from '@opfsmark/schema/documents';
import {
  familyPlanOf,
  familyRecordContradictions,
  sweepRows,
  type FamilyPlan,
  type FamilyRecord,
  type FamilyResult,
} from '@opfsmark/schema/families';
import { describe, expect, it } from 'vitest';
import type { PassReply, PassRequest } from '../protocol/messages.ts';
import type { FamilyRunOptions } from '../api.ts';
import { runFamilyOn } from '../families/run.ts';
import { agreeable, FakeHost, rawSide, type Answer, type Asked } from './fakes.ts';

/** As many calls as the share has visits, each as long as the request says nothing else of: 1 us a KiB. */
function visited(request: PassRequest): PassReply {
  const { blockBytes, blockCount, first, stride } = request.share;
  const visits = Math.max(0, Math.ceil((blockCount - first) / stride));
  const ns = Math.max(1_000, blockBytes);
  const calls = (count: number) =>
    rawSide(
      Array.from({ length: count }, () => ns),
      100,
      blockBytes,
    );
  const reads = request.operation === 'mix' ? visits >> 1 : request.operation === 'read' ? visits : 0;
  const writes = visits - reads;
  const flushNs = request.flush === 'end' ? 5e6 : 0;
  const side = (count: number) => {
    const timed = calls(count);
    return request.timing === 'each' ? timed : { ...timed, min_ns: 0, max_ns: 0, counts: [] };
  };
  return {
    ended: 'visited',
    beganMs: 0,
    elapsedNs: visits * ns,
    totalNs: visits * ns + flushNs,
    flushNs,
    binNs: request.binNs,
    ...(request.operation !== 'write' && { read: side(reads) }),
    ...(request.operation !== 'read' && { write: side(writes) }),
  };
}

const visiting = (asked: Asked): Answer =>
  asked.kind === 'pass' ? visited(asked.request.body as PassRequest) : agreeable(asked);

const SMALL = {
  stutter: { ...familyPlanOf('stutter'), calls: 1_000, workers: 3 },
  'block-sweep': { ...familyPlanOf('block-sweep'), min_block_bytes: 2 ** 18, file_bytes: 2 ** 24 },
  'queue-sweep': { ...familyPlanOf('queue-sweep'), max_queues: 4, block_bytes: 2 ** 16, file_bytes: 2 ** 24 },
  durability: { ...familyPlanOf('durability'), bytes: 2 ** 23, loops: 2 },
  sustained: { ...familyPlanOf('sustained'), queues: 2, until: 'budget' as const },
};
const plans: [string, FamilyPlan][] = Object.entries(SMALL);

function runOnFake(plan: FamilyPlan, host: FakeHost, options: Partial<FamilyRunOptions> = {}): Promise<FamilyRecord> {
  return runFamilyOn(host, { plan, ...options });
}

/** Its own time is none, so that only what contradicts itself is found. */
const contradictionsOf = (record: FamilyRecord) =>
  familyRecordContradictions({ ...record, wall_ms: 1e9 }).map(({ pointer }) => pointer);

describe.each(plans)('%s', (_, plan) => {
  it('measures all it planned, without a contradiction, and deletes its files', async () => {
    const host = new FakeHost(visiting);
    const results: FamilyResult[] = [];
    const record = await runOnFake(plan, host, {
      onEvent: (event) => {
        if (event.type === 'result') results.push(event.result);
      },
    });
    expect(record).toMatchObject({ status: 'done', plan, environment: { layout: 'shared' } });
    expect(contradictionsOf(record)).toEqual([]);
    expect(results.at(-1)).toEqual(record.result);
    expect(host.deleted).toContain(undefined);
    expect(host.locked).toBe(false);
  });

  it('ends as failed when a worker dies, and keeps what was found', async () => {
    let passes = 0;
    const host = new FakeHost((asked) => (asked.kind === 'pass' && ++passes > 5 ? 'dies' : visiting(asked)));
    const record = await runOnFake(plan, host);
    // Stutter is over after one pass of three workers.
    const died = { status: 'failed', failure: { code: 'worker_died' } };
    expect(record).toMatchObject(plan.family === 'stutter' ? { status: 'done' } : died);
    expect(contradictionsOf(record)).toEqual([]);
  });

  it('keeps the code of a full disk', async () => {
    const failure = { code: 'quota_exceeded', detail: 'QuotaExceededError' } as const;
    const host = new FakeHost((asked) => (asked.kind === 'pass' ? { failure } : visiting(asked)));
    expect(await runOnFake(plan, host)).toMatchObject({ status: 'failed', failure });
  });

  it('ends as stopped when it is stopped in the middle', async () => {
    const abort = new AbortController();
    let passes = 0;
    const host = new FakeHost((asked) => {
      if (asked.kind !== 'pass') return visiting(asked);
      if (++passes === 2) abort.abort();
      return { ...visited(asked.request.body as PassRequest), ended: 'stopped' };
    });
    const record = await runOnFake(plan, host, { signal: abort.signal });
    expect(record.status).toBe('stopped');
    expect(contradictionsOf(record)).toEqual([]);
  });
});

describe('what each asks of its workers', () => {
  const requestsOf = async (plan: FamilyPlan) => {
    const host = new FakeHost(visiting);
    await runOnFake(plan, host);
    return host.asked.filter(({ kind }) => kind === 'pass').map(({ request }) => request.body as PassRequest);
  };

  it('stutter: a mix of exactly so many calls, flushed one by one', async () => {
    const asked = await requestsOf(SMALL.stutter);
    expect(asked).toHaveLength(3);
    for (const request of asked) {
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

  it('queue sweep: every call timed, by as many workers as queues', async () => {
    const asked = await requestsOf(SMALL['queue-sweep']);
    // Two directions, a warm-up and a pass each, at 1 + 2 + 4 workers.
    expect(asked).toHaveLength(2 * 2 * 7);
    expect(new Set(asked.map(({ timing }) => timing))).toEqual(new Set(['each']));
    expect(sweepRows(SMALL['queue-sweep']).map(({ queues }) => queues)).toEqual([1, 2, 4]);
  });

  it('durability: unflushed writes are settled before the next way', async () => {
    const asked = await requestsOf(SMALL.durability);
    expect(asked.map(({ flush }) => flush)).toEqual(['none', 'end', 'end', 'each', 'none', 'end', 'end', 'each']);
    expect(asked.filter(({ share }) => share.blockCount === 1).map(({ flush }) => flush)).toEqual(['end', 'end']);
  });

  it('sustained: rounds go through the file in turn, and end with the budget', async () => {
    const host = new FakeHost(visiting);
    const record = await runOnFake(SMALL.sustained, host);
    if (record.result.family !== 'sustained') throw new Error('another family');
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

  it('sustained: ends after five even rounds where that is asked for', async () => {
    const record = await runOnFake({ ...SMALL.sustained, until: 'steady' }, new FakeHost(visiting));
    if (record.result.family !== 'sustained') throw new Error('another family');
    expect(record.result.ended).toBe('steady');
    expect(decodeSeries(record.result.total_us)).toHaveLength(5);
  });
});

it('refuses a plan that is not valid, before anything begins', async () => {
  const host = new FakeHost(visiting);
  const plan = { ...SMALL.stutter, calls: 1 };
  await expect(runOnFake(plan, host)).rejects.toMatchObject({ name: 'RunRefused', reason: 'invalid_plan' });
  expect(host.asked).toEqual([]);
});
