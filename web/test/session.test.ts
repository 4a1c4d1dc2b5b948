import { afterEach, describe, expect, test, vi } from 'vitest';
import { planOf } from '@opfsmark/schema/families/matrix/profiles';
import { standardPlan, type RunRecord } from '@opfsmark/schema/families';
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
const preparedEvent: RunEvent = { type: 'prepared', layout: 'shared', clockStepNs: 5000 };
const measuringProgress: Progress = {
  phase: 'measuring',
  job: jobs[0] ?? null,
  passKind: 'throughput',
  loop: 1,
  loops: 1,
  fraction: 0.5,
  secondsLeft: 10,
  secondsLeftMax: 12,
  clearedBytes: null,
  stillSeconds: 0,
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
  const startOptions = deferred<RunOptions>();
  const run = (options: unknown) => {
    startOptions.resolve(options as RunOptions);
    return end.promise;
  };
  return { run: run as Run, end, whenStarted: startOptions.promise };
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
    const stub = heldRun();
    const session = sessionOf(stub.run);
    expect(automationOf(session.state).status).toBe('idle');

    const whenDone = session.start(plan, { engine: 'opfs-sync' });
    expect(session.state.kind).toBe('preparing');
    const { onEvent, ...options } = await stub.whenStarted;
    expect(options).toMatchObject({ plan, client, engine: 'opfs-sync' });
    onEvent?.(preparedEvent);
    expect(session.state.kind).toBe('running');
    expect(session.layout).toBe('shared');

    onEvent?.({ type: 'progress', progress: measuringProgress });
    expect(session.trace.job).toEqual(jobs[0]);
    expect(session.trace.points).toEqual([{ readBytesPerS: 1e8, writeBytesPerS: 0 }]);

    const record = plainRecord(plan);
    stub.end.resolve(record);
    await whenDone;
    expect(automationOf(session.state)).toEqual({ status: 'done', record, error: null });
    expect(session.result).toBe(record.result);
    expect(session.trace.live).toBeNull();
  });

  test('shows what is known so far', async () => {
    const stub = heldRun();
    const session = sessionOf(stub.run);
    void session.start(plan, { engine: 'opfs-sync' });
    const { onEvent } = await stub.whenStarted;
    onEvent?.(preparedEvent);
    const { result } = plainRecord(plan);
    onEvent?.({ type: 'result', result });
    expect(session.result).toBe(result);
  });

  test('keeps what its steps took, and hands it to the next run', async () => {
    let keptRates: MeasuredRates = {};
    const step = { pace: 'fill', work: 100, seconds: 2 };
    const stub = heldRun();
    const session = sessionOf(stub.run, {
      rates: () => keptRates,
      keepRates: (steps) => (keptRates = Object.fromEntries(steps.map((timedStep) => [timedStep.pace, timedStep]))),
    });
    const whenDone = session.start(plan, { engine: 'opfs-sync' });
    (await stub.whenStarted).onEvent?.({ type: 'timed', steps: [step] });
    stub.end.resolve(plainRecord(plan));
    await whenDone;
    expect(keptRates).toEqual({ fill: step });
    const nextStub = heldRun();
    void sessionOf(nextStub.run, { rates: () => keptRates }).start(plan, { engine: 'opfs-sync' });
    expect((await nextStub.whenStarted).rates).toEqual(keptRates);
  });

  test('of a made-up drive takes and keeps no rates', async () => {
    const keepRates = vi.fn();
    const stub = heldRun();
    void sessionOf(stub.run, { rates: () => ({ fill: { pace: 'fill', work: 1, seconds: 1 } }), keepRates }).start(
      plan,
      {
        engine: 'scripted',
      },
    );
    const { rates, onEvent } = await stub.whenStarted;
    onEvent?.({ type: 'timed', steps: [] });
    expect(rates).toEqual({});
    expect(keepRates).not.toHaveBeenCalled();
  });

  test('of another family is the same run', async () => {
    const stutter = standardPlan('stutter');
    const stub = heldRun();
    const onRecord = vi.fn();
    const session = sessionOf(stub.run, { onRecord });
    const whenDone = session.start(stutter, { engine: 'opfs-sync' });
    await stub.whenStarted;
    const record: RunRecord = {
      ...plainRecord(),
      family: 'stutter',
      plan: stutter,
      result: { family: 'stutter', layout: 'shared' },
    };
    stub.end.resolve(record);
    await whenDone;
    expect(session.record).toBe(record);
    expect(onRecord).toHaveBeenCalledExactlyOnceWith(record, null);
  });

  test('a chart begins anew with every test', async () => {
    const stub = heldRun();
    const session = sessionOf(stub.run);
    void session.start(plan, { engine: 'opfs-sync' });
    const { onEvent } = await stub.whenStarted;
    onEvent?.(preparedEvent);
    onEvent?.({ type: 'progress', progress: measuringProgress });
    onEvent?.({ type: 'progress', progress: { ...measuringProgress, phase: 'resting', job: jobs[1] ?? null } });
    expect(session.trace.points).toEqual([]);
    expect(session.trace.job).toEqual(jobs[1]);
  });
});

describe('a run whose page reloads itself', () => {
  afterEach(() => vi.unstubAllGlobals());

  const record = plainRecord(plan, { status: 'stopped' });
  const pausedRun = { lease: 'x', record, acknowledged: {}, bytesWritten: 5 } as unknown as PausedRun;
  const store = (rows: Map<string, string>) => ({
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, text: string) => void rows.set(key, text),
    removeItem: (key: string) => void rows.delete(key),
  });

  test('is kept with its ticket, and taken once', async () => {
    const rows = new Map<string, string>();
    const stub = heldRun();
    const reload = (all: Paused) => {
      keepPaused(all, store(rows));
      return true;
    };
    void sessionOf(stub.run, { reload }).start(plan, { engine: 'opfs-sync' });
    expect((await stub.whenStarted).onReload?.(pausedRun)).toBe(true);
    expect(takePaused(store(rows))).toEqual({ run: pausedRun, ticket: null, engine: 'opfs-sync' });
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
    const stub = heldRun();
    const onRecord = vi.fn();
    const session = sessionOf(stub.run, { onRecord });
    const whenDone = session.resume({ run: pausedRun, ticket: null, engine: 'opfs-sync' });
    expect([session.resumed, session.running, session.result]).toEqual([true, true, record.result]);
    const { resume, signal } = await stub.whenStarted;
    expect(resume).toBe(pausedRun);
    session.stop();
    expect(signal?.aborted).toBe(true);
    stub.end.resolve(record);
    await whenDone;
    expect(onRecord).toHaveBeenCalledExactlyOnceWith(record, null);
    void session.start(plan, { engine: 'opfs-sync' });
    expect(session.resumed).toBe(false);
  });

  test('and is refused afterwards keeps and shows what it had, with the reason', async () => {
    const busyError = Object.assign(new Error('busy'), {
      name: 'RunRefused',
      reason: 'busy',
      problems: [],
      detail: null,
    });
    const onRecord = vi.fn();
    const session = sessionOf(() => Promise.reject(busyError), { onRecord });
    await session.resume({ run: pausedRun, ticket: null, engine: 'opfs-sync' });
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
    const stub = heldRun();
    const leave = vi.fn();
    const session = sessionOf(stub.run, { leave, reload: () => true });
    void session.start(plan, { engine: 'opfs-sync' });
    const { onReload, onLeave } = await stub.whenStarted;
    expect(session.needsPage).toBe(true);
    onLeave?.(record);
    expect(leave).toHaveBeenCalledExactlyOnceWith({ record, ticket: null, wasCut: true });
    onReload?.(pausedRun);
    expect([session.running, session.needsPage]).toEqual([true, false]);
  });

  test('keeps what it has also where it ends before its page is gone', async () => {
    const stub = heldRun();
    const drop = vi.fn();
    const whenDone = sessionOf(stub.run, { dropPaused: drop }).start(plan, { engine: 'opfs-sync' });
    (await stub.whenStarted).onLeave?.(record);
    stub.end.resolve(record);
    await whenDone;
    expect(drop).not.toHaveBeenCalled();
  });

  test.each(['done', 'stopped'] as const)('and stays is not kept when the run is %s', async (status) => {
    const rows = new Map<string, string>();
    vi.stubGlobal('sessionStorage', store(rows));
    const stub = heldRun();
    const reload = (all: Paused) => {
      keepPaused(all, sessionStorage);
      return true;
    };
    const whenDone = sessionOf(stub.run, { reload, dropPaused: () => dropPaused(sessionStorage) }).start(plan, {
      engine: 'opfs-sync',
    });
    (await stub.whenStarted).onReload?.(pausedRun);
    expect(rows.size).toBe(1);
    stub.end.resolve(plainRecord(plan, { status }));
    await whenDone;
    expect(rows.size).toBe(0);
  });
});

describe('a run that does not', () => {
  test('Stop aborts it and is shown until the run has ended', async () => {
    const stub = heldRun();
    const session = sessionOf(stub.run);
    const whenDone = session.start(plan, { engine: 'opfs-sync' });
    const { signal } = await stub.whenStarted;
    session.stop();
    expect(signal?.aborted).toBe(true);
    expect(session.stopping).toBe(true);
    stub.end.resolve(plainRecord(plan, { status: 'stopped' }));
    await whenDone;
    expect(session.stopping).toBe(false);
    expect(session.state).toMatchObject({ kind: 'done', record: { status: 'stopped' } });
  });

  test('Stop before the workers have begun still reaches the run', async () => {
    const stub = heldRun();
    const session = sessionOf(stub.run);
    void session.start(plan, { engine: 'opfs-sync' });
    session.stop();
    expect((await stub.whenStarted).signal?.aborted).toBe(true);
  });

  test('a failed test is named, and what was finished is kept', async () => {
    const record = plainRecord(plan);
    const [first, second, ...others] = record.result.jobs;
    if (!first || !second) throw new Error('the plan has two rows');
    const failedJob = { ...second, status: 'failed', failure: { code: 'disk_full', detail: 'ENOSPC' } } as const;
    const result = { ...record.result, jobs: [first, failedJob, ...others] };
    const session = sessionOf(endsWith({ ...record, status: 'failed', result }));
    await session.start(plan, { engine: 'opfs-sync' });
    expect(session.state).toMatchObject({ kind: 'failed', trouble: { code: 'disk_full', job: failedJob } });
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
  const stub = heldRun();
  const run = vi.fn(stub.run);
  const session = sessionOf(run as Run);
  void session.start(plan, { engine: 'opfs-sync' });
  void session.start(plan, { engine: 'opfs-sync' });
  await stub.whenStarted;
  expect(run).toHaveBeenCalledTimes(1);
});

test('a made-up drive asks the service for nothing', async () => {
  const ticket = vi.fn(() => Promise.resolve(null));
  const session = sessionOf(endsWith(plainRecord(plan)), { ticket });
  await session.start(plan, { engine: 'scripted' });
  expect(ticket).not.toHaveBeenCalled();
});
