import { contradictions, flagsOf, RunRecord, standardPlan, familyOf, type FamilyId } from '@opfsmark/schema/families';
import { withCache } from '@opfsmark/schema/families/matrix/budget';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import { describe, expect, it } from 'vitest';
import { runOn } from '../families/run.ts';
import { Stillness, stillOf } from '../page/stillness.ts';
import type { FillReply, PassReply, PassRequest } from '../protocol/messages.ts';
import { gapBetween, PulseLane, TICK_MS, type Gap, type Tick } from '../protocol/pulse.ts';
import {
  agreeable,
  FakeHost,
  JumpingClock,
  passReply,
  PLAIN,
  rawSide,
  withoutUnsafe,
  type FakeReply,
  type ReceivedRequest,
} from './fakes.ts';

const PLAN: MatrixPlan = { ...PLAIN, rows: PLAIN.rows.slice(0, 1), directions: ['read', 'write'] };
const STILL_MS = 8_000;

/** Computer and page stand still while the passes of these numbers are measured, from 1 on. */
function hostStanding(passes: readonly number[], answer: (call: ReceivedRequest) => FakeReply = agreeable): FakeHost {
  let pass = 0;
  const host: FakeHost = new FakeHost((call) => {
    const reply = answer(call);
    if (call.kind !== 'pass' || call.worker > 0 || !passes.includes(++pass)) return reply;
    host.pulse.standStill(STILL_MS);
    const { elapsedNs, totalNs, ...rest } = reply as PassReply;
    return { ...rest, elapsedNs: elapsedNs + STILL_MS * 1e6, totalNs: totalNs + STILL_MS * 1e6 };
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
    const usualRecord = await runMatrix(new FakeHost());
    expect(record.status).toBe('done');
    expect(record.result.jobs.map(({ passes }) => passes.length)).toEqual(
      usualRecord.result.jobs.map(({ passes }) => passes.length),
    );
    const longestNs = Math.max(...record.result.jobs.flatMap(({ passes }) => passes.map(({ total_ns }) => total_ns)));
    expect(longestNs).toBeLessThan(STILL_MS * 1e6);
    const [row] = PLAN.rows;
    expect(record.environment.pauses).toEqual([
      { after_ms: 0, ms: STILL_MS, outcome: 'repeated', row, direction: 'read' },
    ]);
    expect(flagsOf(familyOf<FamilyId>(record.family), record).map(({ code }) => code)).toContain('stood_still');
    expect(usualRecord.environment.pauses).toBeUndefined();
  });

  it('again and again: then the job has failed, the others are measured, and the run says which part it left out', async () => {
    const record = await runMatrix(hostStanding([1, 2, 3]));
    expect(record).toMatchObject({ status: 'failed', failure: { code: 'stood_still' } });
    expect(record.result.jobs.map(({ status }) => status)).toEqual(['failed', 'done']);
    expect(record.environment.pauses?.map(({ outcome }) => outcome)).toEqual(['repeated', 'repeated', 'left_out']);
    expect(flagsOf(familyOf<FamilyId>(record.family), record).map(({ code }) => code)).toContain(
      'stood_still_unrepeated',
    );
  });

  it('between two passes, which is said and spoils nothing', async () => {
    let verifyCount = 0;
    const host: FakeHost = new FakeHost((call) => {
      if (call.kind === 'verify' && verifyCount++ === 0) host.pulse.standStill(STILL_MS);
      return agreeable(call);
    });
    const record = await runMatrix(host);
    expect(record.status).toBe('done');
    expect(record.environment.pauses).toEqual([{ after_ms: 0, ms: STILL_MS, outcome: 'between' }]);
  });

  it('while the file was filled: that time is no part of it', async () => {
    const beganMs = 1e6 - 100;
    const answer =
      (host: FakeHost | null) =>
      (call: ReceivedRequest): FakeReply => {
        const reply = agreeable(call);
        if (call.kind !== 'fill') return reply;
        if (call.worker === 0) host?.pulse.standStill(STILL_MS);
        return { ...(reply as FillReply), beganMs, elapsedNs: (host ? STILL_MS + 500 : 500) * 1e6 };
      };
    const host: FakeHost = new FakeHost((call) => answer(host)(call));
    const [stoodRecord, usualRecord] = [await runMatrix(host), await runMatrix(new FakeHost(answer(null)))];
    expect(stoodRecord.result.fill).toEqual(usualRecord.result.fill);
    expect(stoodRecord.environment.pauses).toMatchObject([{ ms: STILL_MS, outcome: 'between' }]);
  });
});

describe('reads of blocks that no call has touched', () => {
  const ONCE = withCache(PLAN, 'cold');
  /** Half a second of calls: a tenth of what there is. */
  const answerSome = (call: ReceivedRequest): FakeReply => {
    if (call.kind !== 'pass') return agreeable(call);
    const body = call.request.body as PassRequest;
    return { ...passReply(body), ended: 'limit', read: rawSide([5_000, 5_000, 10_000], body.share.blockBytes) };
  };
  const answerUnshared = (call: ReceivedRequest): FakeReply =>
    call.kind === 'pass' ? answerSome(call) : withoutUnsafe(call);

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
    ['shared', answerSome],
    ['per-worker', answerUnshared],
  ] as const)('go on where they were, in the %s layout: what was read is in memory now', async (layout, answer) => {
    const host = coldHost(hostStanding([1], answer), layout);
    const record = await runMatrix(host, ONCE);
    expect(record.environment.pauses?.[0]?.outcome).toBe('repeated');
    const [firstPass, repeatedPass] = passesAsked(host);
    const workers = record.result.jobs[0]?.workers ?? 0;
    const visitCount = layout === 'shared' ? 3 * workers : 3;
    expect(repeatedPass?.share.first).toBe((firstPass?.share.first ?? 0) + visitCount * (firstPass?.share.stride ?? 0));
    expect({ ...repeatedPass?.share, first: 0 }).toEqual({ ...firstPass?.share, first: 0 });
  });

  it('fail where too little is left to read', async () => {
    const answerAll = (call: ReceivedRequest): FakeReply => {
      if (call.kind !== 'pass') return agreeable(call);
      const body = call.request.body as PassRequest;
      const { blockCount, blockBytes } = body.share;
      return { ...passReply(body), read: rawSide(new Array<number>(blockCount).fill(5_000), blockBytes) };
    };
    const host = coldHost(hostStanding([1], answerAll), 'shared');
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
    const usualRecord = await runOn(new FakeHost(), { plan });
    expect(contradictions(record).filter(({ pointer }) => pointer !== '/wall_ms')).toEqual(
      contradictions(usualRecord).filter(({ pointer }) => pointer !== '/wall_ms'),
    );
    expect(record.result.pass?.total_ns).toBe(usualRecord.result.pass?.total_ns);
    expect(record.result.load_ms).toBe(usualRecord.result.load_ms);
    expect(record.environment.pauses?.map(({ outcome }) => outcome)).toEqual(['repeated']);
  });

  it('of long writes ends there with what was measured: the drive has rested', async () => {
    const record = await runOn(hostStanding([4]), { plan: standardPlan('sustained'), agreedToWriteBytes: 2 ** 50 });
    expect(record).toMatchObject({ status: 'failed', failure: { code: 'stood_still' }, result: { ended: 'failed' } });
    expect(record.result.total_us.split(' ')).toHaveLength(3);
    expect(record.environment.pauses?.map(({ outcome }) => outcome)).toEqual(['left_out']);
  });
});

const HOUR_MS = 3_600_000;

/** The times of both clocks at each tick of a thread. */
function ticks(count: number, everyMs: number, fromMs = 1e6): Tick[] {
  return Array.from({ length: count }, (_, index) => ({
    atMs: fromMs + index * everyMs,
    realMs: fromMs + index * everyMs,
  }));
}

/** The same thread: it misses all ticks in this time. */
const without = (threadTicks: readonly Tick[], fromMs: number, toMs: number) =>
  threadTicks.filter(({ atMs }) => atMs <= fromMs || atMs >= toMs);

/** From here on the clock that does not stop is further ahead. */
const aheadFrom = (threadTicks: readonly Tick[], atMs: number, byMs: number) =>
  threadTicks.map((tick) => (tick.atMs >= atMs ? { ...tick, realMs: tick.realMs + byMs } : tick));

interface Threads {
  readonly page: readonly Tick[];
  readonly other: readonly Tick[];
}

/** Plays the ticks of both in the order of their times, and returns what was noticed, in milliseconds since the start. */
async function play({ page, other }: Threads) {
  let now: Tick = { atMs: 1e6, realMs: 1e6 };
  let lane = new PulseLane();
  const worker = {
    postMessage: (message: unknown) => void (lane = new PulseLane((message as { buffer: SharedArrayBuffer }).buffer)),
    terminate: () => undefined,
    addEventListener: () => undefined,
  };
  const stillness = new Stillness(new JumpingClock(), { now: () => now, spawn: () => worker });
  let lastTick: Tick | null = null;
  const threadTicks = [...page.map((tick) => ({ tick, of: 'page' })), ...other.map((tick) => ({ tick, of: 'other' }))];
  for (const { tick, of } of threadTicks.toSorted((a, b) => a.tick.atMs - b.tick.atMs)) {
    if (of === 'page') {
      now = tick;
      stillness.tick();
    } else {
      lane.publish(tick, lastTick && gapBetween(lastTick, tick));
      lastTick = tick;
    }
  }
  const stills = await stillness.take();
  return stills.map(({ fromMs, toMs, ms }) => ({ from: fromMs - 1e6, to: toMs - 1e6, ms }));
}

const PAGE = ticks(600, 100);
const OTHER = ticks(600, TICK_MS, 1e6 + 40);

describe('computer or page stood still', () => {
  it('where both threads missed the same seconds, as a stopped process does, or a lid where the clock goes on', async () => {
    const [from, to] = [1e6 + 10_000, 1e6 + 18_000];
    const stills = await play({ page: without(PAGE, from, to), other: without(OTHER, from, to) });
    expect(stills).toEqual([{ from: 10_000, to: 18_000, ms: 8_000 }]);
  });

  it('where the measuring clock stopped with the computer, and lost no more than the time of going to sleep', async () => {
    const [from, to] = [1e6 + 10_000, 1e6 + 10_700];
    const withSleep = (threadTicks: readonly Tick[]) => aheadFrom(without(threadTicks, from, to), to, HOUR_MS);
    const [still] = await play({ page: withSleep(PAGE), other: withSleep(OTHER) });
    expect(still?.from).toBe(10_000);
    expect(still?.ms).toBe(HOUR_MS + 700);
  });

  it('also where the page is hidden, and ticks once per second', async () => {
    const [from, to] = [1e6 + 10_000, 1e6 + 18_000];
    const page = without(ticks(60, 1_000), from, to);
    expect(await play({ page, other: without(OTHER, from, to) })).toEqual([{ from: 10_000, to: 18_000, ms: 8_000 }]);
  });

  it('once for each time it did', async () => {
    const withSleep = (threadTicks: readonly Tick[]) =>
      without(without(threadTicks, 1e6 + 10_000, 1e6 + 18_000), 1e6 + 30_000, 1e6 + 32_000);
    expect((await play({ page: withSleep(PAGE), other: withSleep(OTHER) })).map(({ from }) => from)).toEqual([
      10_000, 30_000,
    ]);
  });
});

describe('nothing stood still', () => {
  const quietCases: Record<string, Threads> = {
    'while a drive did not answer for 8 s: only those wait who call it': { page: PAGE, other: OTHER },
    'while the page was busy for 8 s': { page: without(PAGE, 1e6 + 10_000, 1e6 + 18_000), other: OTHER },
    'while the page was hidden and its timers came once per second': { page: ticks(60, 1_000), other: OTHER },
    'while the page was hidden for so long that its timers came once per minute': {
      page: ticks(10, 60_000),
      other: ticks(6_000, TICK_MS),
    },
    'while the other thread got no processor for 8 s': {
      page: PAGE,
      other: without(OTHER, 1e6 + 10_000, 1e6 + 18_000),
    },
    'while threads were late by a second, as on a busy machine': {
      page: without(PAGE, 1e6 + 10_000, 1e6 + 11_200),
      other: without(OTHER, 1e6 + 9_900, 1e6 + 11_100),
    },
    'when the system set its clock forward by an hour': {
      page: aheadFrom(PAGE, 1e6 + 10_000, HOUR_MS),
      other: aheadFrom(OTHER, 1e6 + 10_000, HOUR_MS),
    },
    'when the system set its clock back by an hour': {
      page: aheadFrom(PAGE, 1e6 + 10_000, -HOUR_MS),
      other: aheadFrom(OTHER, 1e6 + 10_000, -HOUR_MS),
    },
    'where the other thread never ran': { page: without(PAGE, 1e6 + 10_000, 1e6 + 18_000), other: [] },
  };
  it.each(Object.entries(quietCases))('%s', async (_, threads) => {
    expect(await play(threads)).toEqual([]);
  });
});

it('waits for what the other thread has seen before it says that nothing was', async () => {
  let now: Tick = { atMs: 1e6, realMs: 1e6 };
  let lane = new PulseLane();
  const worker = {
    postMessage: (message: unknown) => void (lane = new PulseLane((message as { buffer: SharedArrayBuffer }).buffer)),
    terminate: () => undefined,
    addEventListener: () => undefined,
  };
  const clock = new JumpingClock();
  const stillness = new Stillness(clock, { now: () => now, spawn: () => worker });
  const tickBefore = { atMs: 1e6 + 50, realMs: 1e6 + 50 };
  const tickAfter = { atMs: 1e6 + 8_000, realMs: 1e6 + 8_000 };
  lane.publish(tickBefore, null);
  now = tickAfter;
  // The page runs first; the other thread follows while the page waits.
  const stills = stillness.take();
  lane.publish(tickAfter, gapBetween(tickBefore, tickAfter));
  expect(await stills).toEqual([{ fromMs: tickBefore.atMs, toMs: tickAfter.atMs, ms: 7_950 }]);
});

it('keeps the newest gaps where more came than there is room for', () => {
  const lane = new PulseLane();
  const gaps = Array.from({ length: 100 }, (_, index): Gap => ({ fromMs: index, toMs: index + 1, skippedMs: 0 }));
  for (const gap of gaps) lane.publish({ atMs: gap.toMs, realMs: gap.toMs }, gap);
  expect(lane.takeGaps()).toEqual(gaps.slice(-64));
  expect(lane.takeGaps()).toEqual([]);
});

it('lies where both were silent', () => {
  const page: Gap = { fromMs: 0, toMs: 60_000, skippedMs: 0 };
  const other: Gap = { fromMs: 20_000, toMs: 28_000, skippedMs: 0 };
  expect(stillOf(page, other)).toEqual({ fromMs: 20_000, toMs: 28_000, ms: 8_000 });
});
