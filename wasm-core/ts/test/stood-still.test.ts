import {
  contradictions,
  flagsOf,
  RunRecord,
  standardPlan,
  withCache,
  type MatrixPlan,
} from '@opfsmark/schema/families';
import { describe, expect, it } from 'vitest';
import { runOn } from '../families/run.ts';
import type { FillReply, PassReply, PassRequest } from '../protocol/messages.ts';
import { agreeable, FakeHost, passReply, PLAIN, rawSide, withoutUnsafe, type Answer, type Asked } from './fakes.ts';

const PLAN: MatrixPlan = { ...PLAIN, rows: PLAIN.rows.slice(0, 1), directions: ['read', 'write'] };
const STILL_MS = 8_000;

/** Computer and page stand still while the passes of these numbers are measured, from 1 on. */
function hostStanding(passes: readonly number[], answer: (asked: Asked) => Answer = agreeable): FakeHost {
  let pass = 0;
  const host: FakeHost = new FakeHost((asked) => {
    const reply = answer(asked);
    if (asked.kind !== 'pass' || asked.worker > 0 || !passes.includes(++pass)) return reply;
    host.pulse.standStill(STILL_MS);
    const { elapsedNs, totalNs, ...others } = reply as PassReply;
    return { ...others, elapsedNs: elapsedNs + STILL_MS * 1e6, totalNs: totalNs + STILL_MS * 1e6 };
  });
  return host;
}

const passesAsked = (host: FakeHost) =>
  host.asked
    .filter(({ kind, worker }) => kind === 'pass' && worker === 0)
    .map(({ request }) => request.body as PassRequest);

async function runMatrix(host: FakeHost, plan = PLAN) {
  const record = await runOn(host, { plan });
  expect(RunRecord.safeParse(record).error).toBeUndefined();
  return record;
}

describe('computer or page stood still in a pass', () => {
  it('and that pass is measured again, which the record says', async () => {
    const host = hostStanding([2]);
    const record = await runMatrix(host);
    const usual = await runMatrix(new FakeHost());
    expect(record.status).toBe('done');
    expect(record.result.jobs.map(({ passes }) => passes.length)).toEqual(
      usual.result.jobs.map(({ passes }) => passes.length),
    );
    const longest = Math.max(...record.result.jobs.flatMap(({ passes }) => passes.map(({ total_ns }) => total_ns)));
    expect(longest).toBeLessThan(STILL_MS * 1e6);
    const [row] = PLAN.rows;
    expect(record.environment.pauses).toEqual([
      { after_ms: 0, ms: STILL_MS, outcome: 'repeated', row, direction: 'read' },
    ]);
    expect(flagsOf(record).map(({ code }) => code)).toContain('stood_still');
    expect(usual.environment.pauses).toBeUndefined();
  });

  it('again and again: then the job has failed, the others are measured, and the run says which part it left out', async () => {
    const record = await runMatrix(hostStanding([1, 2, 3]));
    expect(record).toMatchObject({ status: 'failed', failure: { code: 'stood_still' } });
    expect(record.result.jobs.map(({ status }) => status)).toEqual(['failed', 'done']);
    expect(record.environment.pauses?.map(({ outcome }) => outcome)).toEqual(['repeated', 'repeated', 'left_out']);
    expect(flagsOf(record).map(({ code }) => code)).toContain('stood_still_unrepeated');
  });

  it('between two passes, which is said and spoils nothing', async () => {
    let verified = 0;
    const host: FakeHost = new FakeHost((asked) => {
      if (asked.kind === 'verify' && verified++ === 0) host.pulse.standStill(STILL_MS);
      return agreeable(asked);
    });
    const record = await runMatrix(host);
    expect(record.status).toBe('done');
    expect(record.environment.pauses).toEqual([{ after_ms: 0, ms: STILL_MS, outcome: 'between' }]);
  });

  it('while the file was filled: that time is no part of it', async () => {
    const beganMs = 1e6 - 100;
    const answer =
      (host: FakeHost | null) =>
      (asked: Asked): Answer => {
        const reply = agreeable(asked);
        if (asked.kind !== 'fill') return reply;
        if (asked.worker === 0) host?.pulse.standStill(STILL_MS);
        return { ...(reply as FillReply), beganMs, elapsedNs: (host ? STILL_MS + 500 : 500) * 1e6 };
      };
    const host: FakeHost = new FakeHost((asked) => answer(host)(asked));
    const [stood, usual] = [await runMatrix(host), await runMatrix(new FakeHost(answer(null)))];
    expect(stood.result.fill).toEqual(usual.result.fill);
    expect(stood.environment.pauses).toMatchObject([{ ms: STILL_MS, outcome: 'between' }]);
  });
});

describe('reads of blocks that no call has touched', () => {
  const ONCE = withCache(PLAN, 'cold');
  /** Half a second of calls: a tenth of what there is. */
  const some = (asked: Asked): Answer => {
    if (asked.kind !== 'pass') return agreeable(asked);
    const body = asked.request.body as PassRequest;
    return { ...passReply(body), ended: 'limit', read: rawSide([5_000, 5_000, 10_000], body.share.blockBytes) };
  };
  const unshared = (asked: Asked): Answer => (asked.kind === 'pass' ? some(asked) : withoutUnsafe(asked));

  function coldHost(host: FakeHost, layout: 'shared' | 'per-worker') {
    const bytes = 2 ** 40;
    host.prepared.manifest = JSON.stringify({
      format: 1,
      created_at: '2026-01-02T03:04:05.000Z',
      layout,
      plan: ONCE,
      bytes,
    });
    return host;
  }

  it.each([
    ['shared', some],
    ['per-worker', unshared],
  ] as const)('go on where they were, in the %s layout: what was read is in memory now', async (layout, answer) => {
    const host = coldHost(hostStanding([1], answer), layout);
    const record = await runMatrix(host, ONCE);
    expect(record.environment.pauses?.[0]?.outcome).toBe('repeated');
    const [first, again] = passesAsked(host);
    const workers = record.result.jobs[0]?.workers ?? 0;
    const visited = layout === 'shared' ? 3 * workers : 3;
    expect(again?.share.first).toBe((first?.share.first ?? 0) + visited * (first?.share.stride ?? 0));
    expect({ ...again?.share, first: 0 }).toEqual({ ...first?.share, first: 0 });
  });

  it('fail where too little is left to read', async () => {
    const all = (asked: Asked): Answer => {
      if (asked.kind !== 'pass') return agreeable(asked);
      const body = asked.request.body as PassRequest;
      const { blockCount, blockBytes } = body.share;
      return { ...passReply(body), read: rawSide(new Array<number>(blockCount).fill(5_000), blockBytes) };
    };
    const host = coldHost(hostStanding([1], all), 'shared');
    const record = await runMatrix(host, ONCE);
    expect(record.failure?.code).toBe('stood_still');
    expect(record.environment.pauses?.map(({ outcome }) => outcome)).toEqual(['left_out']);
  });
});

describe('a long timeline', () => {
  it('of a load has no stall where nothing ran, and no time either', async () => {
    const plan = { ...standardPlan('stutter'), calls: 1_000, workers: 2, min_s: 4, limit_s: 0 };
    const host = hostStanding([5]);
    const record = await runOn(host, { plan });
    const usual = await runOn(new FakeHost(), { plan });
    expect(contradictions(record).filter(({ pointer }) => pointer !== '/wall_ms')).toEqual(
      contradictions(usual).filter(({ pointer }) => pointer !== '/wall_ms'),
    );
    expect(record.result.pass?.total_ns).toBe(usual.result.pass?.total_ns);
    expect(record.result.load_ms).toBe(usual.result.load_ms);
    expect(record.environment.pauses?.map(({ outcome }) => outcome)).toEqual(['repeated']);
  });

  it('of long writes ends there with what was measured: the drive has rested', async () => {
    const record = await runOn(hostStanding([4]), { plan: standardPlan('sustained'), agreedToWriteBytes: 2 ** 50 });
    expect(record).toMatchObject({ status: 'failed', failure: { code: 'stood_still' }, result: { ended: 'failed' } });
    expect(record.result.total_us.split(' ')).toHaveLength(3);
    expect(record.environment.pauses?.map(({ outcome }) => outcome)).toEqual(['left_out']);
  });
});
