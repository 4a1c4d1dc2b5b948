import { GIB } from '@opfsmark/schema/documents';
import { contradictions, RunRecord } from '@opfsmark/schema/families';
import { FORGET } from '@opfsmark/schema/families/matrix/forget';
import { withCache } from '@opfsmark/schema/families/matrix/budget';
import type { Forget } from '@opfsmark/schema/families/matrix/schema';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../api.ts';
import { runOn } from '../families/run.ts';
import { whenClosed } from '../page/host.ts';
import { checkSupportOn } from '../page/support.ts';
import type {
  AttachRequest,
  HolesReply,
  HolesRequest,
  Sample,
  SampleReply,
  SampleRequest,
} from '../protocol/messages.ts';
import { agreeable, FakeHost, holeBytes, PLAIN, withoutUnsafe, type FakeReply, type ReceivedRequest } from './fakes.ts';

const DRIVE = withCache(PLAIN, 'drive');

const ofKind = (host: FakeHost, kind: ReceivedRequest['kind']) => host.asked.filter((call) => call.kind === kind);
const attachOf = ({ request }: ReceivedRequest) => request.body as AttachRequest;
const sampleOf = ({ request }: ReceivedRequest) => request.body as SampleRequest;

/** The holes that a worker was asked for, with the answer changed by `change`. */
const onHoles = (change: (body: HolesRequest, worker: number) => Partial<HolesReply>) => (call: ReceivedRequest) => {
  if (call.kind !== 'holes') return agreeable(call);
  const reply = agreeable(call) as HolesReply;
  return { ...reply, ...change(call.request.body as HolesRequest, call.worker) };
};

/** Where a worker's hole ends after this request. */
function endOf({ request, worker }: ReceivedRequest): number {
  const body = request.body as HolesRequest;
  return body.fromBytes + holeBytes(body, worker);
}

/** Samples that come from memory until `bytes` of holes were read. */
function forgetsAfter(bytes: number): (call: ReceivedRequest) => FakeReply {
  const sizes: number[] = [];
  return (call) => {
    const answer = agreeable(call);
    if (call.kind === 'holes') sizes[call.worker] = endOf(call);
    if (call.kind !== 'sample') return answer;
    const readBytes = sizes.reduce((sum, size) => sum + size, 0);
    return readBytes > bytes ? answer : allFromMemory(answer);
  };
}

const allFromMemory = (answer: FakeReply) => ({ ns: (answer as SampleReply).ns.map(() => 10_000) });

async function forgetOf(host: FakeHost): Promise<Forget | undefined> {
  const record = await runOn(host, { plan: DRIVE });
  expect(record.status).toBe('done');
  expect(RunRecord.safeParse(record).error).toBeUndefined();
  const faults = contradictions(record).filter(({ pointer }) => pointer.startsWith('/result/forget'));
  expect(faults).toEqual([]);
  expect(record.result.jobs.every(({ status }) => status === 'done')).toBe(true);
  return record.result.forget;
}

describe.each([
  ['shared', agreeable],
  ['per-worker', withoutUnsafe],
] as const)('a run that makes the system forget, in the %s layout', (_, answer) => {
  it('fills, reads holes, and then reads every part once', async () => {
    const host = new FakeHost(answer);
    expect(await forgetOf(host)).toMatchObject({ ended: 'forgotten', slow_samples: 8, samples: 8 });
    const kinds = host.asked.map(({ kind }) => kind);
    expect(kinds.lastIndexOf('floor')).toBeLessThan(kinds.indexOf('sample'));
    expect(kinds.lastIndexOf('fill')).toBeLessThan(kinds.indexOf('holes'));
    expect(kinds.lastIndexOf('holes')).toBeLessThan(kinds.indexOf('pass'));
    expect(kinds.lastIndexOf('sample')).toBeLessThan(kinds.indexOf('pass'));
  });

  it('opens no part between its fill and its pass', async () => {
    const host = new FakeHost(answer);
    await forgetOf(host);
    const names = ofKind(host, 'attach').map((call) => attachOf(call).fileName);
    const sampledFile =
      ofKind(host, 'sample')
        .map((call) => sampleOf(call).file.fileName)
        .at(-1) ?? 'none';
    const begin = names.indexOf(sampledFile);
    const end = names.lastIndexOf('holes-1');
    expect(new Set(names.slice(begin, end + 1))).toEqual(new Set([sampledFile, 'holes-0', 'holes-1']));
    expect(names.filter((name) => name === sampledFile)).toHaveLength(1);
  });
});

it('samples no region twice, and none of a file that is measured', async () => {
  const host = new FakeHost(forgetsAfter(4 * GIB));
  const forget = await forgetOf(host);
  const samples = ofKind(host, 'sample');
  const regions = samples.flatMap((call) =>
    sampleOf(call)
      .samples.filter(({ of }) => of === 'file')
      .map(({ places: [at = 0] }) => Math.floor(at / FORGET.sampleRegionBytes)),
  );
  expect(regions).toHaveLength(forget?.samples ?? 0);
  expect(new Set(regions).size).toBe(regions.length);
  const creations = ofKind(host, 'attach')
    .map(attachOf)
    .filter(({ create }) => create);
  const lastPart = creations.findLast(({ fileName }) => fileName.startsWith('part-'));
  expect(lastPart).toBeDefined();
  expect(samples.map(sampleOf)[0]?.file.fileName).toBe(lastPart?.fileName);
});

it('reads each offset of a hole once', async () => {
  const host = new FakeHost(forgetsAfter(4 * GIB));
  const forget = await forgetOf(host);
  const sizes = [0, 0];
  for (const call of ofKind(host, 'holes')) {
    expect((call.request.body as HolesRequest).fromBytes).toBe(sizes[call.worker]);
    sizes[call.worker] = endOf(call);
  }
  expect(forget?.bytes_read).toBe(sizes.reduce((sum, size) => sum + size, 0));
  expect(forget?.bytes_read).toBeGreaterThan(4 * GIB);
  // The step that found it, and the one that confirms it.
  expect(forget?.bytes_read).toBeLessThanOrEqual(4 * GIB + 2 * FORGET.minStepBytes + FORGET.trialBytes);
});

it('takes one sample a step while that comes from memory, and all only where it does not', async () => {
  const host = new FakeHost(forgetsAfter(4 * GIB));
  const forget = await forgetOf(host);
  const steps = ofKind(host, 'holes').filter(({ worker }) => worker === 1).length;
  expect(forget).toMatchObject({ ended: 'forgotten', slow_samples: 8 });
  expect(forget?.samples).toBe(steps - 2 + 8);
});

it('is not deceived by one step of slow samples', async () => {
  let request = 0;
  const host = new FakeHost((call) => {
    if (call.kind !== 'sample') return agreeable(call);
    request++;
    // Of the second step: its first sample, and then the others.
    return request === 2 || request === 3 ? agreeable(call) : allFromMemory(agreeable(call));
  });
  expect(await forgetOf(host)).toMatchObject({ ended: 'limit_bytes', slow_samples: 4 });
});

/** Samples take so long; the clock's step is far below the differences. */
const sampledAs = (ns: Record<Sample['of'], readonly number[]>) => {
  const counts = { hole: 0, file: 0 };
  return (call: ReceivedRequest) => {
    if (call.kind !== 'sample') return agreeable(call);
    const { samples } = call.request.body as SampleRequest;
    return { ns: samples.map(({ of }) => ns[of][counts[of]++ % ns[of].length] ?? 0) };
  };
};

describe('a sample is held against those from memory around it', () => {
  it('where one of four still comes from memory', async () => {
    const host = new FakeHost(sampledAs({ hole: [20_000], file: [220_000, 220_000, 220_000, 20_000] }));
    const forget = await forgetOf(host);
    expect(forget).toMatchObject({ ended: 'limit_bytes' });
    expect(forget?.slow_samples).toBe(((forget?.samples ?? 0) * 3) / 4);
  });

  it('where the whole machine became slower', async () => {
    const host = new FakeHost(sampledAs({ hole: [400_000], file: [400_000] }));
    expect(await forgetOf(host)).toMatchObject({ ended: 'limit_bytes', slow_samples: 0 });
  });

  it('where the drive is nearly as fast as memory', async () => {
    const host = new FakeHost(sampledAs({ hole: [160_000], file: [220_000] }));
    expect(await forgetOf(host)).toMatchObject({ ended: 'forgotten', slow_samples: 8 });
  });

  it('of which a few may have been interrupted', async () => {
    const host = new FakeHost(sampledAs({ hole: [20_000, 20_000, 20_000, 9e6], file: [220_000] }));
    expect(await forgetOf(host)).toMatchObject({ ended: 'forgotten', slow_samples: 8 });
  });

  it('and is not slow where half of those were', async () => {
    const host = new FakeHost(sampledAs({ hole: [20_000, 9e6], file: [220_000] }));
    expect(await forgetOf(host)).toMatchObject({ ended: 'limit_bytes', slow_samples: 0 });
  });
});

describe('forgetting ends', () => {
  it.each<[Forget['ended'], string, (call: ReceivedRequest) => FakeReply, number | null]>([
    ['limit_bytes', 'at its largest size', forgetsAfter(2 ** 40), null],
    ['no_space', 'at a third of the space', forgetsAfter(2 ** 40), 6 * GIB],
    ['limit_time', 'after its time', onHoles(() => ({ elapsedNs: 31e9, bytes: 2 ** 22 })), null],
    ['no_space', 'where a file cannot grow', onHoles(({ fromBytes }) => (fromBytes > GIB ? GROWN_FULL : {})), null],
    ['no_space', 'where too little is left', agreeable, 100 * 1024 ** 2],
    ['holes_cost', 'where growing takes as long as writing', onHoles(({ fromBytes }) => GROWS_SLOWLY(fromBytes)), null],
    ['not_supported', 'where holes cannot be read', failingAt('holes'), null],
    ['not_supported', 'where flushes show that files are in memory', withoutFlush, null],
  ])('as %s %s', async (end, _, answer, spaceBytes) => {
    const host = new FakeHost(end === 'limit_time' ? sampledFromMemory(answer) : noSlowSample(end, answer));
    host.spaceBytes = spaceBytes;
    const forget = await forgetOf(host);
    expect(forget?.ended).toBe(end);
    expect(forget?.bytes_read).toBeLessThanOrEqual((spaceBytes ?? 3 * FORGET.maxBytes) / 3);
  });

  it('with the run where a worker dies', async () => {
    const host = new FakeHost((call) => (call.kind === 'holes' ? 'dies' : agreeable(call)));
    const record = await runOn(host, { plan: DRIVE });
    expect(record).toMatchObject({ status: 'failed', failure: { code: 'worker_died' } });
  });
});

const GROWN_FULL = { full: true, bytes: 0 };
const GROWS_SLOWLY = (fromBytes: number) => ({ growNs: fromBytes > 0 ? 60e9 : 1e6 });

function sampledFromMemory(answer: (call: ReceivedRequest) => FakeReply): (call: ReceivedRequest) => FakeReply {
  return (call) => (call.kind === 'sample' ? allFromMemory(agreeable(call)) : answer(call));
}

/** Where the end is not one of the files' own: samples stay quick. */
function noSlowSample(
  end: Forget['ended'],
  answer: (call: ReceivedRequest) => FakeReply,
): (call: ReceivedRequest) => FakeReply {
  return end === 'no_space' ? sampledFromMemory(answer) : answer;
}

function failingAt(kind: ReceivedRequest['kind']): (call: ReceivedRequest) => FakeReply {
  return (call) => (call.kind === kind ? { failure: { code: 'io_error', detail: 'EIO' } } : agreeable(call));
}

function withoutFlush(call: ReceivedRequest): FakeReply {
  return call.kind === 'fill' ? { beganMs: 0, bytes: 2 ** 26, elapsedNs: 1e8, flushNs: 0 } : agreeable(call);
}

it('deletes what only forgetting needed before the first pass', async () => {
  const host = new FakeHost();
  await forgetOf(host);
  expect(host.deleted.filter((name) => name !== undefined)).toEqual(['holes-0', 'holes-1', 'part-4']);
});

it.each(['holes', 'sample', 'fill'] as const)('can be stopped at its %s, and deletes everything', async (kind) => {
  const abort = new AbortController();
  const host = new FakeHost((call) => {
    if (call.kind !== kind || ofKind(host, 'holes').length === 0) return agreeable(call);
    abort.abort();
    return 'hangs';
  });
  const onEvent = (event: RunEvent<'matrix'>) => {
    if (kind === 'fill' && event.type === 'progress' && event.progress.phase === 'forgetting') abort.abort();
  };
  const record = await runOn(host, { plan: DRIVE, signal: abort.signal, onEvent });
  expect(record).toMatchObject({ status: 'stopped', result: { jobs: [] } });
  expect(record.result.forget).toBeUndefined();
  await whenClosed();
  expect(host.deleted.at(-1)).toBeUndefined();
  expect(host.workers.every(({ terminated }) => terminated)).toBe(true);
});

it('leaves holes to the next visit where the page was killed', async () => {
  const host = new FakeHost();
  await checkSupportOn(host);
  await whenClosed();
  expect(host.deleted).toContain(undefined);
});
