import { describe, expect, it } from 'vitest';
import { Stillness, stillOf } from '../page/stillness.ts';
import { gapBetween, PulseLane, TICK_MS, type Gap, type Tick } from '../protocol/pulse.ts';
import { JumpingClock } from './fakes.ts';

const HOUR_MS = 3_600_000;

/** What both clocks show at each tick of a thread. */
function ticks(count: number, everyMs: number, fromMs = 1e6): Tick[] {
  return Array.from({ length: count }, (_, index) => ({
    atMs: fromMs + index * everyMs,
    realMs: fromMs + index * everyMs,
  }));
}

/** The same thread: it misses all ticks in this time. */
const without = (all: readonly Tick[], fromMs: number, toMs: number) =>
  all.filter(({ atMs }) => atMs <= fromMs || atMs >= toMs);

/** From here on the clock that does not stop is further ahead. */
const aheadFrom = (all: readonly Tick[], atMs: number, byMs: number) =>
  all.map((tick) => (tick.atMs >= atMs ? { ...tick, realMs: tick.realMs + byMs } : tick));

interface Threads {
  readonly page: readonly Tick[];
  readonly other: readonly Tick[];
}

/** Plays the ticks of both in the order of their times, and returns what was noticed, in milliseconds since the start. */
async function noticed({ page, other }: Threads) {
  let now: Tick = { atMs: 1e6, realMs: 1e6 };
  let lane = new PulseLane();
  const worker = {
    postMessage: (message: unknown) => void (lane = new PulseLane((message as { buffer: SharedArrayBuffer }).buffer)),
    terminate: () => undefined,
    addEventListener: () => undefined,
  };
  const stillness = new Stillness(new JumpingClock(), { now: () => now, spawn: () => worker });
  let last: Tick | null = null;
  const all = [...page.map((tick) => ({ tick, of: 'page' })), ...other.map((tick) => ({ tick, of: 'other' }))];
  for (const { tick, of } of all.toSorted((a, b) => a.tick.atMs - b.tick.atMs)) {
    if (of === 'page') {
      now = tick;
      stillness.tick();
    } else {
      lane.publish(tick, last && gapBetween(last, tick));
      last = tick;
    }
  }
  const found = await stillness.take();
  return found.map(({ fromMs, toMs, ms }) => ({ from: fromMs - 1e6, to: toMs - 1e6, ms }));
}

const PAGE = ticks(600, 100);
const OTHER = ticks(600, TICK_MS, 1e6 + 40);

describe('computer or page stood still', () => {
  it('where both threads missed the same seconds, as a stopped process does, or a lid where the clock goes on', async () => {
    const [from, to] = [1e6 + 10_000, 1e6 + 18_000];
    const found = await noticed({ page: without(PAGE, from, to), other: without(OTHER, from, to) });
    expect(found).toEqual([{ from: 10_000, to: 18_000, ms: 8_000 }]);
  });

  it('where the measuring clock stopped with the computer, and lost no more than the time of going to sleep', async () => {
    const [from, to] = [1e6 + 10_000, 1e6 + 10_700];
    const asleep = (all: readonly Tick[]) => aheadFrom(without(all, from, to), to, HOUR_MS);
    const [still] = await noticed({ page: asleep(PAGE), other: asleep(OTHER) });
    expect(still?.from).toBe(10_000);
    expect(still?.ms).toBe(HOUR_MS + 700);
  });

  it('also where the page is hidden, and ticks once per second', async () => {
    const [from, to] = [1e6 + 10_000, 1e6 + 18_000];
    const page = without(ticks(60, 1_000), from, to);
    expect(await noticed({ page, other: without(OTHER, from, to) })).toEqual([{ from: 10_000, to: 18_000, ms: 8_000 }]);
  });

  it('once for each time it did', async () => {
    const asleep = (all: readonly Tick[]) =>
      without(without(all, 1e6 + 10_000, 1e6 + 18_000), 1e6 + 30_000, 1e6 + 32_000);
    expect((await noticed({ page: asleep(PAGE), other: asleep(OTHER) })).map(({ from }) => from)).toEqual([
      10_000, 30_000,
    ]);
  });
});

describe('nothing stood still', () => {
  const quiet: Record<string, Threads> = {
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
  it.each(Object.entries(quiet))('%s', async (_, threads) => {
    expect(await noticed(threads)).toEqual([]);
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
  const asleep = { atMs: 1e6 + 50, realMs: 1e6 + 50 };
  const awake = { atMs: 1e6 + 8_000, realMs: 1e6 + 8_000 };
  lane.publish(asleep, null);
  now = awake;
  // The page runs first; the other thread follows while the page waits.
  const taken = stillness.take();
  lane.publish(awake, gapBetween(asleep, awake));
  expect(await taken).toEqual([{ fromMs: asleep.atMs, toMs: awake.atMs, ms: 7_950 }]);
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
