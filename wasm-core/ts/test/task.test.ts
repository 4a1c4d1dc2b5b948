import { RunRecord, standardPlan, stepsOf, familyOf, type FamilyId } from '@opfsmark/schema/families';
import type { SmallFileCase, SmallFilesResult } from '@opfsmark/schema/families/small-files/schema';
import { describe, expect, it } from 'vitest';
import { NO_DATA_FILES, type TimedStep } from '@opfsmark/schema/schedule';
import { runOn } from '../families/run.ts';
import { smallFilesWith } from '../families/small-files/index.ts';
import { FILE_WORKERS } from '../families/small-files/messages.ts';
import { CallFailed } from '../page/errors.ts';
import { startSession } from '../page/support.ts';
import { withSession } from '../page/with-session.ts';
import type { WorkerLike } from '../page/worker-pool.ts';
import { Reloading } from '../page/workload.ts';
import { Control, type LaneField } from '../protocol/control.ts';
import type { HelperStart, PassRequest, TaskMessage, TaskRequest } from '../protocol/messages.ts';
import { agreeable, FakeHost, passReply, PLAIN, type FakeReply, type ReceivedRequest } from './fakes.ts';

const GRID = {
  ...PLAIN,
  rows: PLAIN.rows.slice(0, 2),
  directions: ['read' as const],
};

/** The third worker of the first pass never answers, and `after` is what the page sees while it waits. */
function hangsOnce(after: (host: FakeHost, call: ReceivedRequest) => void): FakeHost {
  let isHung = false;
  const host: FakeHost = new FakeHost((call): FakeReply => {
    if (isHung || call.kind !== 'pass' || call.worker !== 2) return agreeable(call);
    isHung = true;
    // When the others have answered.
    setTimeout(() => after(host, call));
    return 'hangs';
  });
  return host;
}

describe('a worker that dies in silence', () => {
  it('fails its job after a while, and fresh workers go on with the next', async () => {
    const host = hangsOnce(() => host.clock.beat(42));
    const record = await runOn(host, { plan: GRID });
    expect(RunRecord.safeParse(record).error).toBeUndefined();
    expect(record).toMatchObject({ status: 'failed', failure: { code: 'worker_died' } });
    expect(record.result.jobs.map(({ status }) => status)).toEqual(['failed', 'done']);
    expect(host.workers.every((worker) => worker.terminated)).toBe(true);
  });

  it.each(['readBytes', 'beats', 'writeBytes'] as const satisfies LaneField[])(
    'is not taken for one that gets on, as its %s tell',
    async (field) => {
      const abort = new AbortController();
      const host = hangsOnce((_, call) => {
        for (let second = 1; second < 200; second++) {
          host.controls.get(call.spawned)?.publish(call.worker, field, second);
          host.clock.beat(1);
        }
        abort.abort();
      });
      const record = await runOn(host, { plan: GRID, signal: abort.signal });
      expect(record.status).toBe('stopped');
    },
  );

  it('is waited for as long as the slowest drive takes to flush what was written', async () => {
    const statusAfter = async (seconds: number) => {
      const abort = new AbortController();
      const host = hangsOnce((_, call) => {
        host.controls.get(call.spawned)?.publish(call.worker, 'writeBytes', 100e6);
        host.clock.beat(seconds);
        abort.abort();
      });
      return (await runOn(host, { plan: GRID, signal: abort.signal })).result.jobs[0]?.status;
    };
    expect(await statusAfter(130)).toBe('stopped');
    expect(await statusAfter(150)).toBe('failed');
  });

  it('is waited for as long where it flushes what passes before it have left unflushed', async () => {
    const statusAfter = async (seconds: number) => {
      const abort = new AbortController();
      const host: FakeHost = new FakeHost((call): FakeReply => {
        if (call.kind !== 'pass') return agreeable(call);
        const request = call.request.body as PassRequest;
        const { write, ...reply } = passReply(request);
        if (request.flush === 'none') return { ...reply, ...(write && { write: { ...write, bytes: 100e6 } }) };
        setTimeout(() => {
          host.clock.beat(seconds);
          abort.abort();
        });
        return 'hangs';
      });
      const plan = standardPlan('durability');
      return (await runOn(host, { plan, agreedToWriteBytes: 2 ** 40, signal: abort.signal })).status;
    };
    expect(await statusAfter(130)).toBe('stopped');
    expect(await statusAfter(150)).toBe('failed');
  });
});

const PLAN = standardPlan('small-files');
const FINDING: SmallFileCase = {
  id: 'll_512k',
  files: 200,
  in_flight: 8,
  create_us: '1000',
  copy_us: '',
  delete_us: '',
  read: { calls: 0, bytes: 0, ns: 0 },
  write: { calls: 1600, bytes: 104_857_600, ns: 1e9 },
  verified_files: 0,
};

/** The messages of a task's worker, and those to it. */
interface Scene {
  readonly host: FakeHost;
  readonly control: Control;
  say(message: TaskMessage<SmallFileCase>): void;
  crash(message: string): void;
  /** The same for the last of its helpers. */
  crashHelper(message: string): void;
  /** Another stretch of the page's time. */
  wait(seconds: number): void;
  readonly abort: AbortController;
}

/** Runs a task whose worker does what `act` says when it has been asked, and nothing else. */
async function run(act: (scene: Scene) => void, onResult: () => void = () => undefined) {
  const host = new FakeHost();
  const abort = new AbortController();
  const listeners = new Map<string, (event: { data: unknown; message?: string }) => void>();
  let terminatedCount = 0;
  let helpersEnded = 0;
  const lanes: number[] = [];
  let result: SmallFilesResult | null = null;
  const worker: WorkerLike = {
    addEventListener: (type: string, listener: (event: { data: unknown; message?: string }) => void) =>
      void listeners.set(type, listener),
    terminate: () => {
      terminatedCount++;
    },
    postMessage: (message) => {
      const { control } = message as TaskRequest<unknown>;
      queueMicrotask(() =>
        act({
          host,
          abort,
          control: new Control(control),
          say: (data) => listeners.get('message')?.({ data }),
          crash: (text) => listeners.get('error')?.({ data: null, message: text }),
          crashHelper: (text) => helpers.at(-1)?.crash(text),
          wait: (seconds) => host.clock.beat(seconds),
        }),
      );
    },
  };
  const helpers: { crash: (message: string) => void }[] = [];
  const startHelper = (): WorkerLike => ({
    addEventListener: (type: string, listener: (event: { data: unknown; message?: string }) => void) => {
      if (type === 'error') helpers.push({ crash: (message) => listener({ data: null, message }) });
    },
    terminate: () => {
      helpersEnded++;
    },
    postMessage: (message) => lanes.push((message as HelperStart).lane),
  });
  const timedSteps: TimedStep[] = [];
  const setup = {
    files: NO_DATA_FILES,
    engine: 'opfs-sync',
    steps: stepsOf(familyOf<FamilyId>(PLAN.family), PLAN),
    signal: abort.signal,
    onProgress: () => undefined,
    onTimed: (steps: readonly TimedStep[]) => timedSteps.push(...steps),
  } as const;
  const { outcome } = await withSession(host, setup, async (session) => {
    await startSession(session);
    const workload = smallFilesWith(() => worker, startHelper);
    const recordSoFar = () => {
      throw new Error('it does not reload the page');
    };
    const reloading = new Reloading({ host, session, recordSoFar, onTimed: setup.onTimed });
    const end = await workload
      .measure(
        session,
        PLAN,
        (latestResult) => {
          result = latestResult;
          onResult();
        },
        reloading,
      )
      .then(
        () => null,
        (error: unknown) => error,
      );
    return { status: end === null ? 'done' : 'failed', end };
  });
  const { end } = outcome;
  return {
    end,
    timedSteps,
    result: result as SmallFilesResult | null,
    terminatedCount,
    helpersEnded,
    lanes,
    callbackCount: host.clock.running,
  };
}

const diedOf = (error: unknown) => (error instanceof CallFailed ? error.failure : null);

describe("a family's own worker", () => {
  it('is done when it says so', async () => {
    const { end, result, terminatedCount, callbackCount } = await run(({ say }) => {
      say({ type: 'step', id: 'll_512k 0 create' });
      say({ type: 'finding', finding: FINDING });
      say({ type: 'done' });
    });
    expect(end).toBeNull();
    expect(result?.cases).toEqual([FINDING]);
    expect([terminatedCount, callbackCount]).toEqual([1, 0]);
  });

  it('that dies in silence is given up after a while, and what it found is kept', async () => {
    const { end, result, terminatedCount, callbackCount } = await run(({ say, wait }) => {
      say({ type: 'finding', finding: FINDING });
      wait(42);
    });
    expect(diedOf(end)).toMatchObject({ code: 'worker_died' });
    expect(result?.cases).toEqual([FINDING]);
    expect([terminatedCount, callbackCount]).toEqual([1, 0]);
  });

  it('hands nothing on in which computer or page stood still, and fails', async () => {
    const { end, result } = await run(({ say, host }) => {
      say({ type: 'finding', finding: FINDING });
      host.pulse.standStill(8_000);
      say({ type: 'finding', finding: { ...FINDING, create_us: '8001000' } });
      say({ type: 'done' });
    });
    expect(diedOf(end)).toMatchObject({ code: 'stood_still' });
    expect(result?.cases ?? []).toEqual([]);
  });

  it('is timed step by step, without the step that was cut off', async () => {
    const { timedSteps } = await run(({ say }) => {
      say({ type: 'step', id: 'll_512k 0 create' });
      say({ type: 'step', id: 'll_512k 0 copy' });
      say({ type: 'failed', failure: { code: 'io_error', detail: '' } });
    });
    expect(timedSteps.map(({ pace }) => pace)).toEqual([
      'start small-files',
      'load small-files',
      'll_512k create',
      'clean small-files',
    ]);
  });

  it('that dies aloud fails at once, and what it found is kept', async () => {
    const { end, result } = await run(({ say, crash }) => {
      say({ type: 'finding', finding: FINDING });
      crash('out of memory');
    });
    expect(diedOf(end)).toEqual({ code: 'worker_died', detail: 'out of memory' });
    expect(result?.cases).toEqual([FINDING]);
  });

  it('has helpers with lanes of their own, which end with it', async () => {
    const { lanes, helpersEnded } = await run(({ say }) => say({ type: 'done' }));
    expect(lanes).toEqual(Array.from({ length: FILE_WORKERS }, (_, index) => 1 + index));
    expect(helpersEnded).toBe(FILE_WORKERS);
  });

  it('fails when a helper dies, and what it found is kept', async () => {
    const { end, result, terminatedCount, helpersEnded } = await run(({ say, crashHelper }) => {
      say({ type: 'finding', finding: FINDING });
      crashHelper('out of memory');
    });
    expect(diedOf(end)).toEqual({ code: 'worker_died', detail: 'out of memory' });
    expect(result?.cases).toEqual([FINDING]);
    expect([terminatedCount, helpersEnded]).toEqual([1, FILE_WORKERS]);
  });

  it('fails at once where whoever is told of a finding throws', async () => {
    const error = new Error('cannot be shown');
    const { end, terminatedCount } = await run(
      ({ say }) => {
        say({ type: 'finding', finding: FINDING });
        say({ type: 'done' });
      },
      () => {
        throw error;
      },
    );
    expect(end).toBe(error);
    expect(terminatedCount).toBe(1);
  });

  it('that finds no room fails with its code, and what it found is kept', async () => {
    const failure = { code: 'quota_exceeded', detail: 'QuotaExceededError' } as const;
    const { end, result } = await run(({ say }) => {
      say({ type: 'finding', finding: FINDING });
      say({ type: 'failed', failure });
    });
    expect(diedOf(end)).toEqual(failure);
    expect(result?.cases).toEqual([FINDING]);
  });

  it('is waited for while it gets on, however long it takes', async () => {
    const { end } = await run(({ control, wait, say }) => {
      for (const field of ['readBytes', 'beats'] as const) {
        for (let second = 1; second < 200; second++) {
          control.publish(0, field, second);
          wait(1);
        }
      }
      for (let second = 1; second < 200; second++) {
        say({ type: 'step', id: 'll_512k 0 create' });
        wait(1);
      }
      say({ type: 'done' });
    });
    expect(end).toBeNull();
  });

  it('is waited for as long as the slowest drive takes to flush what was written', async () => {
    const runFor = (seconds: number) =>
      run(({ control, wait, say }) => {
        control.publish(0, 'writeBytes', 100e6);
        wait(seconds);
        say({ type: 'done' });
      });
    expect((await runFor(130)).end).toBeNull();
    expect(diedOf((await runFor(150)).end)).toMatchObject({ code: 'worker_died' });
  });

  it('that hangs can be stopped', async () => {
    const { end, result, terminatedCount } = await run(({ say, abort }) => {
      say({ type: 'finding', finding: FINDING });
      abort.abort();
    });
    expect(end).toMatchObject({ name: 'Stopped' });
    expect(result?.cases).toEqual([FINDING]);
    expect(terminatedCount).toBe(1);
  });
});
