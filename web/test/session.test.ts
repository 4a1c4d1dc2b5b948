import { afterEach, describe, expect, test, vi } from 'vitest';
import { planOf, standardPlan, type RunRecord } from '@opfsmark/schema/families';
import type { PausedRun, Progress, Run, RunEvent, RunningJob, RunOptions } from '@opfsmark/core';
import type { MeasuredRates } from '@opfsmark/schema/schedule';
import {
  automationOf,
  dropPaused,
  keepPaused,
  type Paused,
  takePaused,
} from '../src/lib/features/run/session/state.ts';
import { RunSession, type RunDependencies } from '../src/lib/features/run/session/session.svelte.ts';
import { plainRecord } from '@opfsmark/schema/test-support/matrix-records';

const plan = planOf('quick');
const client = plainRecord().environment.client;
const jobs: readonly RunningJob[] = [
  { row: 0, direction: 'read', index: 0 },
  { row: 1, direction: 'read', index: 1 },
];
const prepared: RunEvent = { type: 'prepared', layout: 'shared', clockStepNs: 5000 };
const measuring: Progress = {
  phase: 'measuring',
  job: jobs[0] ?? null,
  passKind: 'throughput',
  loop: 1,
  loops: 1,
  fraction: 0.5,
  secondsLeft: 10,
  bytesWritten: 0,
  live: {
    readOpsPerS: 100,
    writeOpsPerS: 0,
    readBytesPerS: 1e8,
    writeBytesPerS: 0,
    awaitNs: 1e5,
    queue: 1,
    utilPercent: 99,
  },
};

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** A run whose events and end the test decides. */
function heldRun() {
  const end = deferred<RunRecord>();
  const started = deferred<RunOptions>();
  const run = (options: unknown) => {
    started.resolve(options as RunOptions);
    return end.promise;
  };
  return { run: run as Run, end, started: started.promise };
}

const endsWith = (record: RunRecord) => (() => Promise.resolve(record)) as unknown as Run;

function sessionOf(run: Run, others: Partial<RunDependencies> = {}) {
  return new RunSession({
    run,
    client,
    ticket: () => Promise.resolve(null),
    rates: () => ({}),
    keepRates: () => undefined,
    onRecord: () => undefined,
    reload: () => false,
    leave: () => undefined,
    dropPaused: () => undefined,
    ...others,
  });
}

describe('a run that goes well', () => {
  test('goes through preparing and running to done', async () => {
    const held = heldRun();
    const session = sessionOf(held.run);
    expect(automationOf(session.state).status).toBe('idle');

    const over = session.start(plan, { engine: 'opfs-sync' });
    expect(session.state.kind).toBe('preparing');
    const { onEvent, ...options } = await held.started;
    expect(options).toMatchObject({ plan, client, engine: 'opfs-sync' });
    onEvent?.(prepared);
    expect(session.state.kind).toBe('running');
    expect(session.layout).toBe('shared');

    onEvent?.({ type: 'progress', progress: measuring });
    expect(session.trace.job).toEqual(jobs[0]);
    expect(session.trace.points).toEqual([{ readBytesPerS: 1e8, writeBytesPerS: 0 }]);

    const record = plainRecord(plan);
    held.end.resolve(record);
    await over;
    expect(automationOf(session.state)).toEqual({ status: 'done', record, error: null });
    expect(session.result).toBe(record.result);
    expect(session.trace.live).toBeNull();
  });

  test('shows what is known so far', async () => {
    const held = heldRun();
    const session = sessionOf(held.run);
    void session.start(plan, { engine: 'opfs-sync' });
    const { onEvent } = await held.started;
    onEvent?.(prepared);
    const { result } = plainRecord(plan);
    onEvent?.({ type: 'result', result });
    expect(session.result).toBe(result);
  });

  test('keeps what its steps took, and hands it to the next run', async () => {
    let kept: MeasuredRates = {};
    const step = { pace: 'fill', work: 100, seconds: 2 };
    const held = heldRun();
    const session = sessionOf(held.run, {
      rates: () => kept,
      keepRates: (steps) => (kept = Object.fromEntries(steps.map((timed) => [timed.pace, timed]))),
    });
    const over = session.start(plan, { engine: 'opfs-sync' });
    (await held.started).onEvent?.({ type: 'timed', steps: [step] });
    held.end.resolve(plainRecord(plan));
    await over;
    expect(kept).toEqual({ fill: step });
    const next = heldRun();
    void sessionOf(next.run, { rates: () => kept }).start(plan, { engine: 'opfs-sync' });
    expect((await next.started).rates).toEqual(kept);
  });

  test('of a made-up drive takes and keeps no rates', async () => {
    const keepRates = vi.fn();
    const held = heldRun();
    void sessionOf(held.run, { rates: () => ({ fill: { pace: 'fill', work: 1, seconds: 1 } }), keepRates }).start(
      plan,
      {
        engine: 'scripted',
      },
    );
    const { rates, onEvent } = await held.started;
    onEvent?.({ type: 'timed', steps: [] });
    expect(rates).toEqual({});
    expect(keepRates).not.toHaveBeenCalled();
  });

  test('of another family is the same run', async () => {
    const stutter = standardPlan('stutter');
    const held = heldRun();
    const onRecord = vi.fn();
    const session = sessionOf(held.run, { onRecord });
    const over = session.start(stutter, { engine: 'opfs-sync' });
    await held.started;
    const record: RunRecord = {
      ...plainRecord(),
      family: 'stutter',
      plan: stutter,
      result: { family: 'stutter', layout: 'shared' },
    };
    held.end.resolve(record);
    await over;
    expect(session.record).toBe(record);
    expect(onRecord).toHaveBeenCalledExactlyOnceWith(record, null);
  });

  test('a chart begins anew with every test', async () => {
    const held = heldRun();
    const session = sessionOf(held.run);
    void session.start(plan, { engine: 'opfs-sync' });
    const { onEvent } = await held.started;
    onEvent?.(prepared);
    onEvent?.({ type: 'progress', progress: measuring });
    onEvent?.({ type: 'progress', progress: { ...measuring, phase: 'resting', job: jobs[1] ?? null } });
    expect(session.trace.points).toEqual([]);
    expect(session.trace.job).toEqual(jobs[1]);
  });
});

describe('a run whose page reloads itself', () => {
  afterEach(() => vi.unstubAllGlobals());

  const record = plainRecord(plan, { status: 'stopped' });
  const paused = { lease: 'x', record, acknowledged: {}, bytesWritten: 5 } as unknown as PausedRun;
  const store = (rows: Map<string, string>) => ({
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, text: string) => void rows.set(key, text),
    removeItem: (key: string) => void rows.delete(key),
  });

  test('is kept with its ticket, and taken once', async () => {
    const rows = new Map<string, string>();
    const held = heldRun();
    const reload = (all: Paused) => {
      keepPaused(all, store(rows));
      return true;
    };
    void sessionOf(held.run, { reload }).start(plan, { engine: 'opfs-sync' });
    expect((await held.started).onReload?.(paused)).toBe(true);
    expect(takePaused(store(rows))).toEqual({ run: paused, ticket: null, engine: 'opfs-sync' });
    expect(takePaused(store(rows))).toBeNull();
  });

  test.each(['', '{', 'undefined', 'null', '{}', '{"engine":"opfs-sync","run":{"lease":"x"}}'])(
    'and was kept as "%s" is not gone on with',
    (text) => {
      const rows = new Map([['opfsmark.paused', text]]);
      expect(takePaused(store(rows))).toBeNull();
      expect(rows.size).toBe(0);
    },
  );

  test('goes on with what is known, says so, and can be stopped', async () => {
    const held = heldRun();
    const onRecord = vi.fn();
    const session = sessionOf(held.run, { onRecord });
    const over = session.resume({ run: paused, ticket: null, engine: 'opfs-sync' });
    expect([session.resumed, session.running, session.result]).toEqual([true, true, record.result]);
    const { resume, signal } = await held.started;
    expect(resume).toBe(paused);
    session.stop();
    expect(signal?.aborted).toBe(true);
    held.end.resolve(record);
    await over;
    expect(onRecord).toHaveBeenCalledExactlyOnceWith(record, null);
    void session.start(plan, { engine: 'opfs-sync' });
    expect(session.resumed).toBe(false);
  });

  test('and is refused afterwards keeps and shows what it had, with the reason', async () => {
    const busy = Object.assign(new Error('busy'), { name: 'RunRefused', reason: 'busy', problems: [], detail: null });
    const onRecord = vi.fn();
    const session = sessionOf(() => Promise.reject(busy), { onRecord });
    await session.resume({ run: paused, ticket: null, engine: 'opfs-sync' });
    expect(session.state).toMatchObject({ kind: 'failed', trouble: { code: 'busy' }, record });
    expect(onRecord).toHaveBeenCalledExactlyOnceWith(record, null);
  });

  test('and cannot go on ends as a stopped run', () => {
    const onRecord = vi.fn();
    const session = sessionOf(heldRun().run, { onRecord });
    session.show({ record, ticket: null, wasCut: true });
    expect(automationOf(session.state)).toEqual({ status: 'done', record, error: null });
    expect([session.result, session.running]).toEqual([record.result, false]);
    expect(onRecord).toHaveBeenCalledExactlyOnceWith(record, null);
  });

  test('does not ask, and one that is left in its middle does, and keeps what it has', async () => {
    const held = heldRun();
    const leave = vi.fn();
    const session = sessionOf(held.run, { leave, reload: () => true });
    void session.start(plan, { engine: 'opfs-sync' });
    const { onReload, onLeave } = await held.started;
    expect(session.needsPage).toBe(true);
    onLeave?.(record);
    expect(leave).toHaveBeenCalledExactlyOnceWith({ record, ticket: null, wasCut: true });
    onReload?.(paused);
    expect([session.running, session.needsPage]).toEqual([true, false]);
  });

  test('keeps what it has also where it ends before its page is gone', async () => {
    const held = heldRun();
    const drop = vi.fn();
    const over = sessionOf(held.run, { dropPaused: drop }).start(plan, { engine: 'opfs-sync' });
    (await held.started).onLeave?.(record);
    held.end.resolve(record);
    await over;
    expect(drop).not.toHaveBeenCalled();
  });

  test.each(['done', 'stopped'] as const)('and stays is not kept when the run is %s', async (status) => {
    const rows = new Map<string, string>();
    vi.stubGlobal('sessionStorage', store(rows));
    const held = heldRun();
    const reload = (all: Paused) => {
      keepPaused(all, sessionStorage);
      return true;
    };
    const over = sessionOf(held.run, { reload, dropPaused: () => dropPaused(sessionStorage) }).start(plan, {
      engine: 'opfs-sync',
    });
    (await held.started).onReload?.(paused);
    expect(rows.size).toBe(1);
    held.end.resolve(plainRecord(plan, { status }));
    await over;
    expect(rows.size).toBe(0);
  });
});

describe('a run that does not', () => {
  test('Stop aborts it and is shown until the run has ended', async () => {
    const held = heldRun();
    const session = sessionOf(held.run);
    const over = session.start(plan, { engine: 'opfs-sync' });
    const { signal } = await held.started;
    session.stop();
    expect(signal?.aborted).toBe(true);
    expect(session.stopping).toBe(true);
    held.end.resolve(plainRecord(plan, { status: 'stopped' }));
    await over;
    expect(session.stopping).toBe(false);
    expect(session.state).toMatchObject({ kind: 'done', record: { status: 'stopped' } });
  });

  test('Stop before the workers have begun still reaches the run', async () => {
    const held = heldRun();
    const session = sessionOf(held.run);
    void session.start(plan, { engine: 'opfs-sync' });
    session.stop();
    expect((await held.started).signal?.aborted).toBe(true);
  });

  test('a failed test is named, and what was finished is kept', async () => {
    const record = plainRecord(plan);
    const [first, second, ...others] = record.result.jobs;
    if (!first || !second) throw new Error('the plan has two rows');
    const failed = { ...second, status: 'failed', failure: { code: 'disk_full', detail: 'ENOSPC' } } as const;
    const result = { ...record.result, jobs: [first, failed, ...others] };
    const session = sessionOf(endsWith({ ...record, status: 'failed', result }));
    await session.start(plan, { engine: 'opfs-sync' });
    expect(session.state).toMatchObject({ kind: 'failed', trouble: { code: 'disk_full', job: failed } });
    expect(automationOf(session.state)).toMatchObject({
      status: 'failed',
      record: { status: 'failed' },
      error: { code: 'disk_full', message: 'ENOSPC' },
    });
    expect(session.result).toBe(result);
  });

  test('a refusal keeps its reason', async () => {
    const refusal = Object.assign(new Error('busy'), {
      name: 'RunRefused',
      reason: 'busy',
      problems: [],
      detail: null,
    });
    const session = sessionOf(() => Promise.reject(refusal));
    await session.start(plan, { engine: 'opfs-sync' });
    expect(session.state).toMatchObject({ kind: 'failed', trouble: { kind: 'refused', code: 'busy' }, record: null });
  });

  test('a mistake of ours is a failure and not an endless run', async () => {
    const session = sessionOf(() => Promise.reject(new TypeError('x is not a function')));
    await session.start(plan, { engine: 'opfs-sync' });
    expect(automationOf(session.state).error).toEqual({ code: 'internal', message: 'x is not a function' });
    expect(session.running).toBe(false);
  });
});

test('a second click while it runs does nothing', async () => {
  const held = heldRun();
  const run = vi.fn(held.run);
  const session = sessionOf(run as Run);
  void session.start(plan, { engine: 'opfs-sync' });
  void session.start(plan, { engine: 'opfs-sync' });
  await held.started;
  expect(run).toHaveBeenCalledTimes(1);
});

test('a made-up drive asks the service for nothing', async () => {
  const ticket = vi.fn(() => Promise.resolve(null));
  const session = sessionOf(endsWith(plainRecord(plan)), { ticket });
  await session.start(plan, { engine: 'scripted' });
  expect(ticket).not.toHaveBeenCalled();
});
