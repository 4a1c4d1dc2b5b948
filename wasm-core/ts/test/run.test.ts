import { MIB } from '@opfsmark/schema/documents';
import { estimate, standardPlan, RunRecord, stepsOf, familyOf, type FamilyId } from '@opfsmark/schema/families';
import { floorsOf, matrixFiles, passesOfJob, rowOf } from '@opfsmark/schema/families/matrix/schedule';
import { jobsOf } from '@opfsmark/schema/families/matrix/jobs';
import { withCache } from '@opfsmark/schema/families/matrix/budget';
import { ProfileId, type MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import { changedFields } from '@opfsmark/schema/plan';
import { MAX_STABLE_LOOPS } from '@opfsmark/schema/figures';
import { blocksOfRow, FLOOR_LIMIT_S, withRates, workersOfRow, type TimedStep } from '@opfsmark/schema/schedule';
import { describe, expect, it } from 'vitest';
import { runOn as runAgreed } from '../families/run.ts';
import type { Kind, PassRequest, Protocol, Request } from '../protocol/messages.ts';
import type { Progress, RunEvent } from '../api.ts';
import {
  PLAIN,
  agreeable,
  CLOCK_STEP_NS,
  FakeHost,
  passReply,
  rawSide,
  withoutUnsafe,
  type ReceivedRequest,
} from './fakes.ts';
import { watchProcessors } from '../page/passes.ts';

const QUICK = PLAIN;
/** Whatever it writes was agreed to. */
const runOn: typeof runAgreed = (host, options) =>
  runAgreed(host, { agreedToWriteBytes: Number.POSITIVE_INFINITY, ...options });
const planWith = (changes: Partial<MatrixPlan>): MatrixPlan => ({ ...QUICK, ...changes });

function bodies<K extends Kind>(host: FakeHost, kind: K): { worker: number; body: Protocol[K]['request'] }[] {
  const isOfKind = (call: ReceivedRequest): call is ReceivedRequest & { request: Request<K> } => call.kind === kind;
  return host.asked.filter(isOfKind).map(({ worker, request }) => ({ worker, body: request.body }));
}

function expectClean(host: FakeHost): void {
  expect(host.workers.every((worker) => worker.terminated)).toBe(true);
  expect({ locked: host.locked, awake: host.awake, timers: host.clock.running }).toEqual({
    locked: false,
    awake: false,
    timers: 0,
  });
}

describe('a run', () => {
  it.each(['shared', 'per-worker'] as const)('gives a valid record in the %s layout', async (layout) => {
    const host = new FakeHost(layout === 'shared' ? agreeable : withoutUnsafe);
    host.visibilityChanges = 3;
    const record = await runOn(host, { plan: QUICK });
    expect(RunRecord.safeParse(record).error).toBeUndefined();
    expect(record).toMatchObject({
      status: 'done',
      environment: { layout, clock_step_ns: 5000, visibility_changes: 3, engine: 'opfs-sync' },
    });
    expect(record.result.jobs.map((job) => job.status)).toEqual(new Array(8).fill('done'));
    expect(record.result.jobs.every((job) => job.layout === layout)).toBe(true);
    expectClean(host);
    expect(host.deleted).toEqual([undefined, undefined]);
  });

  it.each(['critical', null] as const)('says how busy the processors were before it: %s', async (cpuPressure) => {
    const host = new FakeHost((call) => {
      if (host.isPressureWatched) throw new Error('the processors are watched while something is measured');
      return agreeable(call);
    });
    host.cpuPressure = cpuPressure;
    host.pressure.start();
    const { environment } = await runOn(host, { plan: QUICK });
    expect(environment.cpu_pressure).toBe(cpuPressure ?? undefined);
    expect(host.isPressureWatched).toBe(true);
  });

  it('executes the schedule exactly, with as many workers as each row has', async () => {
    const host = new FakeHost();
    const plan = planWith({ directions: ['write', 'read', 'mix'], loops: 2, limit_s: 3 });
    await runOn(host, { plan });
    const expected = jobsOf(plan).flatMap((head) =>
      passesOfJob(plan, head).flatMap((pass) => {
        const row = rowOf(plan, head);
        return Array.from({ length: workersOfRow(matrixFiles(plan), row) }, (_, worker) => ({
          worker,
          body: {
            operation: head.direction,
            pattern: row.pattern,
            timing: pass.timing,
            flush: pass.flush,
            limitNs: pass.limitS * 1e9,
            readPercent: { read: 100, write: 0, mix: 70 }[head.direction],
          },
        }));
      }),
    );
    const passes = bodies(host, 'pass');
    expect(passes).toHaveLength(expected.length);
    expect(passes).toMatchObject(expected);
  });

  it('does everything in the order of the method', async () => {
    const host = new FakeHost();
    await runOn(host, { plan: planWith({ rows: QUICK.rows.slice(0, 1), directions: ['read'] }) });
    const order = host.asked.map(({ kind, worker }) => `${kind} ${worker}`);
    const eight = (kind: Kind) => Array.from({ length: 8 }, (_, worker) => `${kind} ${worker}`);
    expect(order).toEqual([
      ...eight('start'),
      ...['attach 0', 'attach 1', 'detach 0', 'detach 1'],
      ...['attach 0', 'fill 0'],
      ...eight('attach'),
      ...eight('floor'),
      ...eight('pass'),
      ...eight('pass'),
      ...eight('verify'),
    ]);
  });

  it('lets the workers of a row take turns in one file', async () => {
    const host = new FakeHost();
    await runOn(host, { plan: QUICK });
    const firstBodies = bodies(host, 'pass').slice(0, 8);
    expect(firstBodies.map(({ body }) => body.share)).toEqual(
      Array.from({ length: 8 }, (_, worker) => ({ blockBytes: MIB, blockCount: 256, first: worker, stride: 8 })),
    );
    expect(new Set(firstBodies.map(({ body }) => `${body.orderSeed} ${body.content.fileId}`)).size).toBe(1);
  });

  it('gives every worker its own file where one cannot be shared', async () => {
    const host = new FakeHost(withoutUnsafe);
    await runOn(host, { plan: QUICK });
    const row = rowOf(QUICK, { row: 2, direction: 'read' });
    const smallBodies = bodies(host, 'pass').filter(({ body }) => body.share.blockBytes === 4096);
    expect(smallBodies[31]).toMatchObject({
      worker: 31,
      body: {
        share: { blockCount: blocksOfRow(matrixFiles(QUICK), row, 'per-worker'), first: 0, stride: 1 },
        content: { fileId: 31 },
      },
    });
    const fills = bodies(host, 'fill');
    expect(fills).toHaveLength(32);
    expect(fills.map(({ body }) => body.share.blockCount).slice(0, 9)).toEqual([256, 32, 32, 32, 32, 32, 32, 32, 8]);
    const attaches = host.asked.filter(({ kind }) => kind === 'attach').slice(-32);
    expect(attaches[5]?.request.body).toEqual({ fileName: 'data-5', create: true, mode: 'readwrite' });
  });

  it('writes a new generation in every pass and verifies up to the newest', async () => {
    const host = new FakeHost();
    await runOn(host, { plan: planWith({ directions: ['write', 'read'], rows: QUICK.rows.slice(1, 2) }) });
    const writes = bodies(host, 'pass').filter(({ body }) => body.operation === 'write');
    expect(writes.map(({ body }) => body.content.generation)).toEqual([1, 2, 3]);
    expect(bodies(host, 'verify').map(({ body }) => body.content.generation)).toEqual([3]);
  });

  it('never visits blocks twice in the same order', async () => {
    const host = new FakeHost();
    const plan = planWith({ loops: 9, directions: ['read', 'write', 'mix'] });
    await runOn(host, { plan });
    const ofFirstWorkers = bodies(host, 'pass').filter(({ worker }) => worker === 0);
    expect(new Set(ofFirstWorkers.map(({ body }) => body.orderSeed)).size).toBe(ofFirstWorkers.length);
  });

  it('visits again only where a limit ends it', async () => {
    const host = new FakeHost();
    await runOn(host, { plan: planWith({ revisit: true, limit_s: 0, directions: ['read'] }) });
    for (const { body } of bodies(host, 'pass')) expect(body.visits).toBe(body.limitNs > 0 ? 'again' : 'once');
  });

  it('verifies every sector where the plan says so, otherwise a sample', async () => {
    const fullHost = new FakeHost();
    const sampledHost = new FakeHost();
    await runOn(fullHost, { plan: planWith({ verify: 'all' }) });
    const record = await runOn(sampledHost, { plan: QUICK });
    expect(new Set(bodies(fullHost, 'verify').map(({ body }) => body.sectors))).toEqual(new Set([0]));
    expect(new Set(bodies(sampledHost, 'verify').map(({ body }) => body.sectors))).toEqual(new Set([128, 1024, 32]));
    expect(record.result.jobs.map((job) => job.verified_sectors)).toEqual([256, 32, 1024, 32, 0, 0, 0, 0]);
  });

  it('probes the hot floor of each block size and number of workers', async () => {
    const host = new FakeHost();
    const record = await runOn(host, { plan: QUICK });
    expect(record.result.floors.map((floor) => [floor.block_bytes, floor.workers])).toEqual([
      [MIB, 8],
      [MIB, 1],
      [4096, 32],
      [4096, 1],
    ]);
    expect(bodies(host, 'floor').map(({ body }) => body.blocks * body.blockBytes)).toEqual(
      new Array(42).fill(128 * MIB),
    );
    expect(record.result.floors[0]).toMatchObject({ empty_read_ns: 300, hot_read: { ops: 16, series: { ops: '' } } });
  });

  it('emits the same events as every family, with all that is known after every pass', async () => {
    const events: RunEvent<'matrix'>[] = [];
    const plan = planWith({ rows: QUICK.rows.slice(3), directions: ['read'] });
    const record = await runOn(new FakeHost(), { plan, onEvent: (event) => events.push(event) });
    const types = events.map(({ type }) => type).filter((type) => type !== 'progress');
    expect(types).toEqual(['prepared', ...types.slice(1, -1).map(() => 'result'), 'timed']);
    const results = events.flatMap((event) => (event.type === 'result' ? [event.result] : []));
    expect(results.map(({ jobs }) => jobs.map(({ status, passes }) => `${status} ${passes.length}`).join())).toEqual([
      ...['', '', ''], // nothing, the fill, the floor
      ...['stopped 0', 'stopped 1', 'stopped 2', 'stopped 3'],
      ...['stopped 3', 'done 3'], // verified
    ]);
    expect(results[3]).toMatchObject({ fill: { bytes: QUICK.file_bytes }, floors: [{ block_bytes: 4096 }] });
    for (const result of results) expect(RunRecord.safeParse({ ...record, result }).success).toBe(true);
    expect(results.at(-1)).toEqual(record.result);
  });

  it('says in its progress which row runs in which direction, and how long it will take', async () => {
    const updates: Progress[] = [];
    const plan = planWith({ rows: QUICK.rows.slice(2), directions: ['write', 'read'], interval_s: 1 });
    await runOn(new FakeHost(), {
      plan,
      onEvent: (event) => event.type === 'progress' && updates.push(event.progress),
    });
    expect(updates[0]?.secondsLeft).toBeCloseTo(estimate(plan).seconds);
    expect(new Set(updates.map(({ phase }) => phase))).toEqual(
      new Set(['preparing', 'filling', 'resting', 'measuring', 'verifying', 'cleaning']),
    );
    const fractions = updates.map(({ fraction }) => fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(updates.at(-1)).toMatchObject({ phase: 'cleaning', job: null });
    const jobs = new Set(updates.flatMap(({ job }) => (job ? [`${job.index}: row ${job.row} ${job.direction}`] : [])));
    expect([...jobs]).toEqual(['0: row 0 write', '1: row 1 write', '2: row 0 read', '3: row 1 read']);
  });

  it('times exactly the steps of the schedule, from which a second run knows how long it takes', async () => {
    const timedSteps: TimedStep[] = [];
    const plan = planWith({ interval_s: 2, loops: 2 });
    const host = new FakeHost();
    const begunMs = host.clock.nowMs();
    await runOn(host, { plan, onEvent: (event) => event.type === 'timed' && timedSteps.push(...event.steps) });
    expect(timedSteps.map(({ pace }) => pace)).toEqual(
      stepsOf(familyOf<FamilyId>(plan.family), plan).map(({ pace }) => pace),
    );
    const tookS = (host.clock.nowMs() - begunMs) / 1000;
    // Floors are probed by a clock of their own, for which this one does not wait.
    const floorsS = floorsOf(plan).length * FLOOR_LIMIT_S;
    expect(estimate(plan, 'shared', withRates({}, timedSteps)).seconds).toBeCloseTo(tookS + floorsS);
  });

  it('never writes more than was announced', async () => {
    for (const layout of ['shared', 'per-worker'] as const) {
      const byteCounts: number[] = [];
      const host = new FakeHost(layout === 'shared' ? agreeable : withoutUnsafe);
      await runOn(host, {
        plan: planWith({ revisit: true }),
        onEvent: (event) => event.type === 'progress' && byteCounts.push(event.progress.bytesWritten),
      });
      const { bytesWrittenMax } = estimate(planWith({ revisit: true }), layout);
      expect(Math.max(...byteCounts)).toBeLessThanOrEqual(bytesWrittenMax);
    }
  });

  it('rests before each job', async () => {
    const host = new FakeHost();
    await runOn(host, { plan: planWith({ interval_s: 5 }) });
    expect(host.clock.nowMs()).toBe(8 * 5000);
  });

  it('adds loops until they agree, at most ten', async () => {
    const plan = planWith({ until_stable: true, rows: QUICK.rows.slice(1, 2), directions: ['read'] });
    const loopsWith = async (elapsedOfLoopNs: (pass: number) => number) => {
      let pass = 0;
      const host = new FakeHost((call) =>
        call.kind === 'pass'
          ? { ...passReply(call.request.body as PassRequest), totalNs: elapsedOfLoopNs(pass++) }
          : agreeable(call),
      );
      const record = await runOn(host, { plan: { ...plan, loops: 2 } });
      expect(RunRecord.safeParse(record).success).toBe(true);
      return Math.max(...(record.result.jobs[0]?.passes.map(({ loop }) => loop) ?? []));
    };
    expect(await loopsWith(() => 1e9)).toBe(2);
    expect(await loopsWith((pass) => (pass % 2 === 0 ? 1e9 : 2e9))).toBe(MAX_STABLE_LOOPS);
  });

  it('counts what is written while it is being written', async () => {
    const byteCounts: number[] = [];
    const host: FakeHost = new FakeHost((call) => {
      if (call.kind === 'fill') host.controls.get(call.spawned)?.publish(call.worker, 'writeBytes', 1000);
      return agreeable(call);
    });
    await runOn(host, {
      plan: planWith({ rows: QUICK.rows.slice(1, 2), directions: ['write'] }),
      onEvent: (event) => event.type === 'progress' && byteCounts.push(event.progress.bytesWritten),
    });
    const afterFill = QUICK.file_bytes;
    const perPass = 3 * MIB;
    expect(byteCounts.at(-1)).toBe(afterFill + 3 * perPass);
    expect(byteCounts).toEqual(byteCounts.toSorted((a, b) => a - b));
  });

  it('keeps a reduced number of workers in the record', async () => {
    const plan = planWith({
      file_bytes: 16 * MIB,
      rows: [{ ...rowOf(QUICK, { row: 0, direction: 'read' }), block_bytes: 4 * MIB }],
    });
    expect(changedFields(plan, QUICK)).toEqual(['rows', 'file_bytes']);
    const record = await runOn(new FakeHost(), { plan });
    expect(record.result.jobs[0]?.workers).toBe(4);
  });

  it.each(ProfileId.options)('runs every row of %s with as many workers as it asks for, at most 64', async (id) => {
    const host = new FakeHost();
    const record = await runOn(host, { plan: withCache(standardPlan('matrix', id), 'as-is') });
    expect(RunRecord.safeParse(record).error).toBeUndefined();
    const workerCounts = record.plan.rows.map(({ queues, threads }) => Math.min(64, queues * threads));
    expect(record.result.jobs.map(({ workers }) => workers)).toEqual([...workerCounts, ...workerCounts]);
    const passes = record.result.jobs.flatMap((job) => job.passes.map((pass) => pass.workers === job.workers));
    expect(passes.every(Boolean)).toBe(true);
    if (id === 'nvme') expect(workerCounts).toContain(64);
  });

  it('keeps the share of the processors that a pass used, where that is told', async () => {
    let [nowMs, usedMs] = [100, 7];
    const clock = { nowMs: () => nowMs };
    const share = watchProcessors({ clock, processors: { count: 4, usedMs: () => usedMs } });
    [nowMs, usedMs] = [350, 7 + 900];
    expect(share()).toBe(0.9);
    usedMs = 2000;
    expect(share()).toBe(1);
    const untold = watchProcessors({ clock });
    nowMs = 400;
    expect(untold()).toBeNull();
    const record = await runOn(new FakeHost(), { plan: QUICK });
    expect(record.result.jobs.flatMap(({ passes }) => passes).some((pass) => 'processor_share' in pass)).toBe(false);
  });

  it('needs no files for the engines without a drive', async () => {
    const host = new FakeHost();
    host.problems.push('no_opfs');
    const record = await runOn(host, { plan: QUICK, engine: 'scripted' });
    expect(record.status).toBe('done');
    expect(host.deleted).toEqual([]);
  });
});

describe('a run that is refused', () => {
  it.each([
    ['busy', (host: FakeHost) => Object.assign(host, { lockedElsewhere: true }), QUICK],
    ['unsupported', (host: FakeHost) => host.problems.push('not_isolated'), QUICK],
    ['invalid_plan', () => undefined, planWith({ loops: 99 })],
  ] as const)('is refused as %s before anything begins', async (reason, prepare, plan) => {
    const host = new FakeHost();
    prepare(host);
    await expect(runOn(host, { plan })).rejects.toMatchObject({ name: 'RunRefused', reason });
    expect(host.asked).toEqual([]);
    expect(host.locked).toBe(false);
  });

  it('says which parameters are wrong', async () => {
    await expect(runOn(new FakeHost(), { plan: planWith({ loops: 99 }) })).rejects.toMatchObject({
      problems: [expect.stringMatching(/^loops: /)],
    });
  });

  it.each([
    ['no_sync_handles', 'not_allowed', 'createSyncAccessHandle is missing in workers'],
    ['old_sync_handles', 'not_allowed', 'FileSystemSyncAccessHandle is an early version (TypeError: not a view)'],
    ['private_window', 'not_allowed', 'SecurityError: no storage here'],
    ['probe_failed', 'not_allowed', 'NotAllowedError: not now'],
  ] as const)('is refused with the true cause, %s, and leaves nothing behind', async (problem, code, detail) => {
    const host = new FakeHost((call) => (call.kind === 'attach' ? { failure: { code, detail } } : agreeable(call)));
    const run = runOn(host, { plan: QUICK });
    await expect(run).rejects.toMatchObject({ reason: 'unsupported', problems: [problem], detail });
    expectClean(host);
  });

  it('is refused where the core cannot be loaded', async () => {
    const host = new FakeHost();
    host.core.compile = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(runOn(host, { plan: QUICK })).rejects.toMatchObject({
      reason: 'unsupported',
      problems: ['core_not_loaded'],
      detail: 'TypeError: Failed to fetch',
    });
    expectClean(host);
  });

  it('refuses a second run of the same page, and not a third after the first', async () => {
    const host = new FakeHost();
    const firstRun = runOn(host, { plan: QUICK });
    await expect(runOn(host, { plan: QUICK })).rejects.toMatchObject({ reason: 'busy' });
    expect((await firstRun).status).toBe('done');
    expect((await runOn(host, { plan: QUICK })).status).toBe('done');
  });
});

it('merges what workers report before it is recorded', async () => {
  const host = new FakeHost((call) =>
    call.kind === 'pass'
      ? passReply(call.request.body as PassRequest, { read: rawSide([(1 + call.worker) * CLOCK_STEP_NS]) })
      : agreeable(call),
  );
  const record = await runOn(host, { plan: planWith({ rows: QUICK.rows.slice(0, 1), directions: ['read'] }) });
  expect(record.result.jobs[0]?.passes[1]).toMatchObject({
    workers: 8,
    read: {
      ops: 8,
      min_ns: 5_000,
      max_ns: 40_000,
      busy_ns: 180_000,
      histogram: '105:1 32:1 19:1 13:1 9:1 10:1 8:1 5:1',
    },
  });
});
