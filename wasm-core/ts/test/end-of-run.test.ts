import { describe, expect, it, vi } from 'vitest';
import type { FailureCode } from '@opfsmark/schema/documents';
import { RunRecord } from '@opfsmark/schema/families';
import type { RunEvent } from '../api.ts';
import { runOn } from '../families/run.ts';
import { whenClosed } from '../page/host.ts';
import { checkSupportOn } from '../page/support.ts';
import { environmentOf, UNKNOWN_CLIENT, type Surroundings } from '../page/with-session.ts';
import type { AttachRequest, Kind, PassRequest, SampleRequest } from '../protocol/messages.ts';
import { agreeable, FakeHost, passReply, PLAIN, withoutUnsafe, type FakeReply, type ReceivedRequest } from './fakes.ts';

const AROUND: Surroundings = {
  engine: 'opfs-sync',
  core: { version: '0.1.0', sha256: 'a'.repeat(64), compiler: 'emscripten 3.1.6' },
  client: UNKNOWN_CLIENT,
  isolated: true,
  clocks: [],
  layout: 'shared',
  visibilityChanges: 0,
  cpuPressure: null,
  pauses: [],
};

describe('what a flush ends in', () => {
  it.each([
    ['chrome', 'linux', 'fdatasync'],
    ['edge', 'windows', 'FlushFileBuffers'],
    ['chrome', 'macos', 'F_FULLFSYNC'],
    ['chrome', 'android', 'fdatasync'],
    ['firefox', 'linux', 'fsync'],
    ['firefox', 'windows', 'FlushFileBuffers'],
    ['safari', 'macos', 'fsync'],
    ['chrome', 'ios', 'fsync'],
    ['node', 'linux', 'fdatasync'],
    ['node', 'macos', 'F_FULLFSYNC'],
    ['other', 'linux', 'unknown'],
    ['chrome', 'other', 'unknown'],
  ] as const)('%s on %s: %s', (browser, os, expected) => {
    const client = { browser: { family: browser, major: 1 }, os: { family: os, major: null } };
    expect(environmentOf({ ...AROUND, client }).flush_primitive).toBe(expected);
    expect(environmentOf({ ...AROUND, client, engine: 'scripted' }).flush_primitive).toBe('none');
  });
});

describe('whether a page can measure', () => {
  it('is found out by opening two handles, and leftovers are deleted', async () => {
    const host = new FakeHost();
    expect(await checkSupportOn(host)).toMatchObject({ ok: true, layout: 'shared' });
    expect(host.workers.every((worker) => worker.terminated)).toBe(true);
    await whenClosed();
    expect([host.deleted, host.locked]).toEqual([[undefined], false]);
    expect(await checkSupportOn(new FakeHost(withoutUnsafe))).toMatchObject({ ok: true, layout: 'per-worker' });
  });

  it.each([
    ['a drive', [1.5, 9], false],
    ['a drive of a busy computer', [2, 4_000], false],
    ['memory, as in a private window of Chromium', [130, 170], true],
  ])('and whether its files lie on %s, and how much room they have', async (_, callUs, isMemoryBacked) => {
    const host = new FakeHost((call) => {
      if (call.kind !== 'sample') return agreeable(call);
      const { samples } = call.request.body as SampleRequest;
      return { ns: samples.map(({ places }, index) => places.length * (callUs[index % 2] ?? 0) * 1e3) };
    });
    host.spaceBytes = 5e8;
    expect(await checkSupportOn(host)).toEqual({ ok: true, layout: 'shared', isMemoryBacked, spaceBytes: 5e8 });
    // It is read through a handle that is open.
    const kinds = host.asked.filter(({ worker }) => worker === 0).map(({ kind }) => kind);
    expect(kinds.slice(kinds.indexOf('sample') - 1)).toEqual(['attach', 'sample', 'detach']);
  });

  it('also where that cannot be found out', async () => {
    const failure = { code: 'io_error', detail: 'told so' } as const;
    const host = new FakeHost((call) => (call.kind === 'sample' ? { failure } : agreeable(call)));
    expect(await checkSupportOn(host)).toMatchObject({ ok: true, isMemoryBacked: false });
  });

  it('and how busy the processors are is watched from then on', async () => {
    const host = new FakeHost();
    await checkSupportOn(host);
    expect(host.isPressureWatched).toBe(true);
  });

  it('names what the page lacks without starting a worker', async () => {
    const host = new FakeHost();
    host.problems.push('not_isolated', 'no_opfs');
    expect(await checkSupportOn(host)).toEqual({ ok: false, problems: ['not_isolated', 'no_opfs'] });
    expect(host.workers).toEqual([]);
  });

  it.each([
    ['no_sync_handles', 'not_allowed', 'createSyncAccessHandle is missing in workers'],
    ['old_sync_handles', 'not_allowed', 'FileSystemSyncAccessHandle is an early version (TypeError: not a view)'],
    ['probe_failed', 'io_error', 'TypeError: something else'],
    ['no_space', 'quota_exceeded', 'QuotaExceededError: full'],
    ['no_space', 'disk_full', 'no space left'],
    ['private_window', 'not_allowed', 'SecurityError: not here'],
    ['probe_failed', 'not_allowed', 'NoModificationAllowedError: in use'],
    ['probe_failed', 'io_error', 'UnknownError: the drive'],
  ] as const)('says %s where no handle can be had for that cause', async (problem, code, detail) => {
    const host = new FakeHost((call) => (call.kind === 'attach' ? { failure: { code, detail } } : agreeable(call)));
    expect(await checkSupportOn(host)).toEqual({ ok: false, problems: [problem], detail });
  });

  it('says that the core did not arrive', async () => {
    const host = new FakeHost();
    host.core.compile = () => Promise.reject(new TypeError('Failed to fetch'));
    const detail = 'TypeError: Failed to fetch';
    expect(await checkSupportOn(host)).toEqual({ ok: false, problems: ['core_not_loaded'], detail });
  });

  it('says that a worker died', async () => {
    const host = new FakeHost(({ kind }) => (kind === 'start' ? 'dies' : {}));
    const detail = 'out of memory';
    expect(await checkSupportOn(host)).toEqual({ ok: false, problems: ['probe_failed'], detail });
  });

  it('says that a worker never answered, instead of waiting for ever', async () => {
    const host: FakeHost = new FakeHost((call) => {
      if (call.kind !== 'attach') return agreeable(call);
      host.clock.beat(60);
      return 'hangs';
    });
    const detail = 'a worker neither answered nor made progress';
    expect(await checkSupportOn(host)).toEqual({ ok: false, problems: ['probe_failed'], detail });
    expect(host.workers.every((worker) => worker.terminated)).toBe(true);
    expect(host.clock.running).toBe(0);
  });

  it('is found out beside a run in another tab, whose files stay', async () => {
    const host = new FakeHost();
    host.lockedElsewhere = true;
    expect(await checkSupportOn(host)).toMatchObject({ ok: true, layout: 'shared' });
    expect(host.deleted).toHaveLength(1);
    expect(host.deleted[0]).toMatch(/^check-/);
  });
});

const QUICK = PLAIN;

/** Answers agreeably until the `nth` request of a kind arrives. */
function until(
  kind: Kind,
  nth: number,
  then: (call: ReceivedRequest) => FakeReply,
): (call: ReceivedRequest) => FakeReply {
  let count = 0;
  return (call) => (call.kind === kind && ++count === nth ? then(call) : agreeable(call));
}

async function expectClean(host: FakeHost): Promise<void> {
  await whenClosed();
  expect(host.workers.every((worker) => worker.terminated)).toBe(true);
  expect([host.locked, host.awake, host.clock.running]).toEqual([false, false, 0]);
}

it('a run whose files cannot be deleted for minutes is answered, and the next one waits for them, unless it is stopped', async () => {
  const host = new FakeHost(until('pass', 3, () => ({ failure: { code: 'write_error', detail: 'EIO' } })));
  let deleteAtLast: () => void = () => undefined;
  let count = 0;
  host.deleteFiles = () => {
    // The first deletion is of what a run before has left.
    if (++count === 1) return Promise.resolve();
    return new Promise((resolve) => (deleteAtLast = resolve));
  };
  const record = await runOn(host, { plan: QUICK, agreedToWriteBytes: Number.POSITIVE_INFINITY });
  expect(record.result.jobs.some(({ failure }) => failure?.code === 'write_error')).toBe(true);
  expect(host.locked).toBe(true);
  const phases = new Set<string>();
  const next = runOn(host, {
    plan: QUICK,
    agreedToWriteBytes: Number.POSITIVE_INFINITY,
    onEvent: (event) => event.type === 'progress' && phases.add(event.progress.phase),
  });
  // Until it waits.
  await vi.waitUntil(() => host.clock.running > 0);
  host.clock.beat(1);
  expect([...phases]).toEqual(['cleaning']);
  const abort = new AbortController();
  const stopped = runOn(host, { plan: QUICK, agreedToWriteBytes: Number.POSITIVE_INFINITY, signal: abort.signal });
  abort.abort();
  expect(await stopped).toMatchObject({ status: 'stopped', result: { jobs: [] } });
  expect(RunRecord.safeParse(await stopped).error).toBeUndefined();
  deleteAtLast();
  host.deleteFiles = () => Promise.resolve();
  expect((await next).status).toBe('done');
  await expectClean(host);
});

describe('stop', () => {
  it.each([
    ['start', 3, 0],
    ['attach', 1, 0],
    ['attach', 10, 0],
    ['fill', 1, 0],
    ['floor', 5, 0],
    ['pass', 1, 1],
    ['pass', 8 * 2 + 1, 2],
    ['verify', 1, 1],
  ] as const)('ends a run whose worker hangs in %s number %i', async (kind, nth, jobs) => {
    const abort = new AbortController();
    const host = new FakeHost(
      until(kind, nth, () => {
        abort.abort();
        return 'hangs';
      }),
    );
    const record = await runOn(host, { plan: QUICK, signal: abort.signal });
    expect(record.status).toBe('stopped');
    expect(RunRecord.safeParse(record).error).toBeUndefined();
    expect(record.result.jobs.map(({ status }) => status)).toEqual(
      Array.from({ length: jobs }, (_, job) => (job === jobs - 1 ? 'stopped' : 'done')),
    );
    await expectClean(host);
    expect(host.deleted).toEqual([undefined, undefined]);
    expect(host.clock.nowMs()).toBe(0);
  });

  it('ends a rest', async () => {
    const abort = new AbortController();
    const host = new FakeHost();
    const onEvent = (event: RunEvent) => {
      if (event.type === 'progress' && event.progress.phase === 'resting') abort.abort();
    };
    const record = await runOn(host, { plan: { ...QUICK, interval_s: 600 }, signal: abort.signal, onEvent });
    expect(record.status).toBe('stopped');
    expect(host.asked.some(({ kind }) => kind === 'pass')).toBe(false);
    await expectClean(host);
  });

  it('does not begin where it was asked for before', async () => {
    const host = new FakeHost();
    const record = await runOn(host, { plan: QUICK, signal: AbortSignal.abort() });
    expect(record).toMatchObject({ status: 'stopped', result: { jobs: [] } });
    expect(host.asked).toEqual([]);
    await expectClean(host);
  });

  it('keeps the passes before it, not the one it cut off', async () => {
    const abort = new AbortController();
    const host = new FakeHost((call) => {
      if (call.kind !== 'pass') return agreeable(call);
      const request = call.request.body as PassRequest;
      // The third pass of the third job: batched, then timed one by one.
      if (request.share.blockBytes === 4096 && request.timing === 'each') {
        abort.abort();
        expect(host.controls.get(call.spawned)?.stopped).toBe(true);
        return passReply(request, { ended: 'stopped' });
      }
      return passReply(request);
    });
    const record = await runOn(host, { plan: QUICK, signal: abort.signal });
    expect(record.result.jobs.map(({ status }) => status)).toEqual(['done', 'done', 'stopped']);
    expect(record.result.jobs[2]?.passes.map(({ kind, loop }) => `${kind} ${loop}`)).toEqual([
      'throughput 0',
      'throughput 1',
    ]);
    await expectClean(host);
  });

  it('is what the page does when it goes away: workers end at once, files are deleted', async () => {
    const host = new FakeHost(
      until('pass', 1, () => {
        host.leave();
        expect(host.workers.every((worker) => worker.terminated)).toBe(true);
        return 'hangs';
      }),
    );
    const records: RunRecord[] = [];
    const record = await runOn(host, { plan: QUICK, onLeave: (soFar) => records.push(soFar) });
    expect(record.status).toBe('stopped');
    // Whoever began the run has been told at once: the page may not live to see it end.
    expect(records).toHaveLength(1);
    expect(RunRecord.safeParse(records[0]).error).toBeUndefined();
    expect(records[0]).toMatchObject({ status: 'stopped', result: { fill: { bytes: QUICK.file_bytes } } });
    await expectClean(host);
    expect(host.deleted).toEqual([undefined, undefined, undefined]);
  });
});

describe('failure', () => {
  it('of a worker fails its job, and fresh workers go on with the next', async () => {
    const host = new FakeHost(until('pass', 20, () => 'dies'));
    const record = await runOn(host, { plan: QUICK });
    expect(RunRecord.safeParse(record).error).toBeUndefined();
    expect(record).toMatchObject({ status: 'failed', failure: { code: 'worker_died', detail: 'out of memory' } });
    expect(record.result.jobs.map(({ status }) => status)).toEqual([
      'done',
      'done',
      'failed',
      ...QUICK.rows.map(() => 'done'),
      'done',
    ]);
    expect(host.workers).toHaveLength(64);
    const attaches = host.asked.filter(({ kind, spawned }) => kind === 'attach' && spawned >= 32);
    expect(attaches.map(({ request }) => (request.body as AttachRequest).create)).toEqual(new Array(32).fill(false));
    await expectClean(host);
  });

  it('of one worker stops the others of the pass', async () => {
    const host = new FakeHost(async (call) => {
      if (call.kind !== 'pass' || call.spawned >= 32) return agreeable(call);
      if (call.worker === 2) return { failure: { code: 'io_error', detail: 'read', offset_bytes: 8192 } };
      // As in the timed loop: no answer before the stop flag is seen.
      while (!host.controls.get(call.spawned)?.stopped) await Promise.resolve();
      return passReply(call.request.body as PassRequest, { ended: 'stopped' });
    });
    const record = await runOn(host, { plan: QUICK });
    expect(record.result.jobs[0]).toMatchObject({
      status: 'failed',
      failure: { code: 'io_error', offset_bytes: 8192 },
    });
    expect(record.result.jobs.slice(1).every(({ status }) => status === 'done')).toBe(true);
  });

  it('of the files ends the run where fresh workers find them gone', async () => {
    const host = new FakeHost((call) => {
      if (call.kind === 'attach' && call.spawned >= 32) return { sizeBytes: 0 };
      return call.kind === 'pass' ? { failure: { code: 'handle_lost', detail: 'closed' } } : agreeable(call);
    });
    const record = await runOn(host, { plan: QUICK });
    expect(record).toMatchObject({ status: 'failed', failure: { code: 'handle_lost' } });
    expect(record.result.jobs.map(({ status }) => status)).toEqual(['failed']);
    await expectClean(host);
  });

  it.each(['quota_exceeded', 'disk_full', 'short_write'] as const satisfies FailureCode[])(
    '%s while filling ends the run without a job',
    async (code) => {
      const host = new FakeHost(until('fill', 1, () => ({ failure: { code, detail: 'at 5 MiB' } })));
      const record = await runOn(host, { plan: QUICK });
      expect(record).toMatchObject({ status: 'failed', failure: { code }, result: { jobs: [] } });
      expect(RunRecord.safeParse(record).error).toBeUndefined();
      await expectClean(host);
      expect(host.deleted).toEqual([undefined, undefined]);
    },
  );

  it('of verification fails the job with its offset, keeps its passes, and trusts the workers', async () => {
    const failure = { code: 'verify_failed', detail: 'sector 3', offset_bytes: 12288 } as const;
    const host = new FakeHost(until('verify', 1, () => ({ failure })));
    const record = await runOn(host, { plan: QUICK });
    expect(record.result.jobs[0]).toMatchObject({ status: 'failed', failure });
    expect(record.result.jobs[0]?.passes).toHaveLength(2);
    expect(record.result.jobs.slice(1).every(({ status }) => status === 'done')).toBe(true);
    expect(host.workers).toHaveLength(32);
    expect(record.status).toBe('failed');
  });

  it('of a start is told, not thrown', async () => {
    const host = new FakeHost(until('start', 4, () => 'dies'));
    const record = await runOn(host, { plan: QUICK });
    expect(record).toMatchObject({ status: 'failed', failure: { code: 'worker_died' } });
    await expectClean(host);
  });

  it('that nobody foresaw is told as a bug of ours', async () => {
    const host = new FakeHost();
    host.deleteFiles = () => Promise.reject(new TypeError('no such file'));
    const record = await runOn(host, { plan: QUICK });
    expect(record).toMatchObject({
      status: 'failed',
      failure: { code: 'internal', detail: 'TypeError: no such file' },
    });
    await expectClean(host);
  });
});
