import { describe, expect, test, vi } from 'vitest';
import type { Ticket } from '@opfsmark/schema/api';
import { planOf } from '@opfsmark/schema/families';
import type { Progress, RunEvent, RunOptions } from '@opfsmark/core';
import { automationOf } from '../src/lib/features/run/session/automation.ts';
import { RunSession, type RunGrid } from '../src/lib/features/run/session/session.svelte.ts';
import { pass, recordOf } from './records.ts';

const plan = planOf('quick');
const client = recordOf().environment.client;
const heads = [
  { row: 0, direction: 'read' },
  { row: 1, direction: 'read' },
] as const;
const prepared: RunEvent = { type: 'prepared', layout: 'shared', clockStepNs: 5000, jobs: heads };
const measuring: Progress = {
  phase: 'measuring',
  job: 0,
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
  const end = deferred<Awaited<ReturnType<RunGrid>>>();
  const started = deferred<RunOptions>();
  const run: RunGrid = (options) => {
    started.resolve(options);
    return end.promise;
  };
  return { run, end, started: started.promise };
}

function sessionOf(run: RunGrid, ticket: Ticket | null = null) {
  return new RunSession({ run, client, ticket: () => Promise.resolve(ticket) });
}

describe('a run that goes well', () => {
  test('goes through preparing and running to done', async () => {
    const held = heldRun();
    const session = sessionOf(held.run);
    expect(automationOf(session.state).status).toBe('idle');

    const over = session.start(plan, 'opfs-sync');
    expect(session.state.kind).toBe('preparing');
    const { onEvent, ...options } = await held.started;
    expect(options).toMatchObject({ plan, client, engine: 'opfs-sync' });
    onEvent?.(prepared);
    expect(session.state.kind).toBe('running');
    expect(session.layout).toBe('shared');

    onEvent?.({ type: 'job-started', job: 0 });
    onEvent?.({ type: 'progress', progress: measuring });
    expect(session.currentHead).toEqual(heads[0]);
    expect(session.points).toEqual([{ readBytesPerS: 1e8, writeBytesPerS: 0 }]);

    const record = recordOf(plan);
    held.end.resolve(record);
    await over;
    expect(automationOf(session.state)).toEqual({ status: 'done', record, error: null });
    expect(session.jobs).toBe(record.result.jobs);
    expect(session.live).toBeNull();
  });

  test('shows a test as soon as its first loop is done', async () => {
    const held = heldRun();
    const session = sessionOf(held.run);
    void session.start(plan, 'opfs-sync');
    const { onEvent } = await held.started;
    onEvent?.(prepared);
    onEvent?.({ type: 'pass-done', job: 0, pass: pass(100, 1_048_576, { loop: 0 }) });
    onEvent?.({ type: 'pass-done', job: 0, pass: pass(100, 1_048_576) });
    expect(session.jobs[0]?.passes.map(({ loop }) => loop)).toEqual([0, 1]);
    expect(session.jobs[0]?.row).toEqual(plan.rows[0]);
  });

  test('a chart begins anew with every test', async () => {
    const held = heldRun();
    const session = sessionOf(held.run);
    void session.start(plan, 'opfs-sync');
    const { onEvent } = await held.started;
    onEvent?.(prepared);
    onEvent?.({ type: 'progress', progress: measuring });
    onEvent?.({ type: 'job-started', job: 1 });
    expect(session.points).toEqual([]);
    expect(session.pointsOf).toEqual(heads[1]);
  });
});

describe('a run that does not', () => {
  test('Stop aborts it and is shown until the run has ended', async () => {
    const held = heldRun();
    const session = sessionOf(held.run);
    const over = session.start(plan, 'opfs-sync');
    const { signal } = await held.started;
    session.stop();
    expect(signal?.aborted).toBe(true);
    expect(session.stopping).toBe(true);
    held.end.resolve(recordOf(plan, { status: 'stopped' }));
    await over;
    expect(session.stopping).toBe(false);
    expect(session.state).toMatchObject({ kind: 'done', record: { status: 'stopped' } });
  });

  test('Stop before the workers have begun still reaches the run', async () => {
    const held = heldRun();
    const session = sessionOf(held.run);
    void session.start(plan, 'opfs-sync');
    session.stop();
    expect((await held.started).signal?.aborted).toBe(true);
  });

  test('a failed test is named, and what was finished is kept', async () => {
    const record = recordOf(plan);
    const [first, second, ...others] = record.result.jobs;
    if (!first || !second) throw new Error('the plan has two rows');
    const failed = { ...second, status: 'failed', failure: { code: 'disk_full', detail: 'ENOSPC' } } as const;
    const result = { ...record.result, jobs: [first, failed, ...others] };
    const session = sessionOf(() => Promise.resolve({ ...record, status: 'failed', result }));
    await session.start(plan, 'opfs-sync');
    expect(session.state).toMatchObject({ kind: 'failed', trouble: { code: 'disk_full', job: failed } });
    expect(automationOf(session.state)).toMatchObject({
      status: 'failed',
      record: { status: 'failed' },
      error: { code: 'disk_full', message: 'ENOSPC' },
    });
    expect(session.jobs[0]).toBe(first);
  });

  test('a refusal keeps its reason', async () => {
    const refusal = Object.assign(new Error('busy'), { name: 'RunRefused', reason: 'busy', problems: [] });
    const session = sessionOf(() => Promise.reject(refusal));
    await session.start(plan, 'opfs-sync');
    expect(session.state).toMatchObject({ kind: 'failed', trouble: { kind: 'refused', code: 'busy' }, record: null });
  });

  test('a mistake of ours is a failure and not an endless run', async () => {
    const session = sessionOf(() => Promise.reject(new TypeError('x is not a function')));
    await session.start(plan, 'opfs-sync');
    expect(automationOf(session.state).error).toEqual({ code: 'internal', message: 'x is not a function' });
    expect(session.running).toBe(false);
  });
});

test('a second click while it runs does nothing', async () => {
  const held = heldRun();
  const run = vi.fn(held.run);
  const session = sessionOf(run);
  void session.start(plan, 'opfs-sync');
  void session.start(plan, 'opfs-sync');
  await held.started;
  expect(run).toHaveBeenCalledTimes(1);
});

test('a made-up drive asks the service for nothing', async () => {
  const ticket = vi.fn(() => Promise.resolve(null));
  const session = new RunSession({ run: () => Promise.resolve(recordOf(plan)), client, ticket });
  await session.start(plan, 'scripted');
  expect(ticket).not.toHaveBeenCalled();
});
