import { GIB, MIB, rowsNamed, type Fill } from '@opfsmark/schema/documents';
import {
  contradictions,
  estimate,
  FORGET,
  planOf,
  RunRecord,
  standardPlan,
  withCache,
  type Forget,
} from '@opfsmark/schema/families';
import { fillBytesPerSecond } from '@opfsmark/schema/figures';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../api.ts';
import { runOn } from '../families/run.ts';
import { whenClosed } from '../page/host.ts';
import { checkSupportOn } from '../page/support.ts';
import type {
  AttachRequest,
  FillRequest,
  HolesReply,
  HolesRequest,
  PassRequest,
  Sample,
  SampleReply,
  SampleRequest,
} from '../protocol/messages.ts';
import {
  agreeable,
  CLOCK_STEP_NS,
  FakeHost,
  fillReply,
  PLAIN,
  rawSide,
  withoutUnsafe,
  type Answer,
  type Asked,
} from './fakes.ts';

const PLAN = standardPlan('matrix');

/** What was known of the fill, and how many files had been filled and deleted by then. */
async function fillsSeen(host: FakeHost) {
  const seen: { fill: Fill; file_bytes: number | undefined; asked: number; deleted: number }[] = [];
  await runOn(host, {
    plan: PLAN,
    onEvent: (event) => {
      if (event.type !== 'result' || event.result.family !== 'matrix' || !event.result.fill) return;
      const { fill, file_bytes } = event.result;
      const asked = host.asked.filter(({ kind }) => kind === 'fill').length;
      seen.push({ fill, file_bytes, asked, deleted: host.deleted.length });
    },
  });
  return seen;
}

it('knows one rate of a drive that is slow to flush, however many files were filled', async () => {
  const bytesPerNs = 6e6 / 1e9;
  const host = new FakeHost((asked) => {
    if (asked.kind !== 'fill') return agreeable(asked);
    const reply = fillReply(asked.request.body as FillRequest);
    return { ...reply, elapsedNs: 1, flushNs: reply.bytes / bytesPerNs };
  });
  const rates = (await fillsSeen(host)).map(({ fill }) => Math.round(fillBytesPerSecond(fill) ?? 0));
  expect(new Set(rates)).toEqual(new Set([6e6]));
});

describe.each([
  ['shared', agreeable],
  ['per-worker', withoutUnsafe],
] as const)('a run that reads the drive and memory, in the %s layout', (layout, answer) => {
  it('gives every row two read results, then its writes, in a record without contradictions', async () => {
    const record = await runOn(new FakeHost(answer), { plan: PLAN });
    expect(record.status).toBe('done');
    expect(RunRecord.safeParse(record).error).toBeUndefined();
    const about = contradictions(record).filter(({ pointer }) => /fill|forget|reads|workers|jobs\/\d+$/.test(pointer));
    expect(about).toEqual([]);
    const told = record.result.jobs.map(({ direction, reads }) => `${direction} ${reads ?? ''}`.trim());
    expect(told).toEqual([
      ...PLAN.rows.map(() => 'read memory'),
      ...PLAN.rows.map(() => 'write'),
      ...PLAN.rows.map(() => 'read drive'),
    ]);
  });

  it('touches the parts only to write them, before each is read once', async () => {
    const host = new FakeHost(answer);
    await runOn(host, { plan: PLAN });
    const kinds = host.asked.map(({ kind }) => kind);
    expect(kinds.lastIndexOf('floor')).toBeLessThan(kinds.indexOf('sample'));
    expect(kinds.lastIndexOf('fill')).toBeLessThan(kinds.indexOf('holes'));
    const operations = host.asked.slice(kinds.lastIndexOf('holes')).flatMap(({ kind, request }) => {
      return kind === 'pass' ? [(request.body as PassRequest).operation] : [];
    });
    expect(new Set(operations)).toEqual(new Set(['read']));
    const opened = host.asked.flatMap(({ kind, worker, request }) => {
      if (kind !== 'attach') return [];
      const { fileName, create } = request.body as AttachRequest;
      return fileName.startsWith('part-') ? [`${worker} ${fileName} ${create ? 'new' : 'filled'}`] : [];
    });
    // Opened twice by one worker: once to be written, once to be read.
    expect(new Set(opened).size).toBe(opened.length);
  });

  // Chromium counts what the file grows by for each of them: a run of 0.7 GB used up 8 GB of the storage left to the site.
  it('fills no file that another worker has open', async () => {
    const host = new FakeHost(answer);
    await runOn(host, { plan: PLAN });
    const open = new Map<number, string>();
    const filled = host.asked.flatMap(({ kind, worker, request }) => {
      if (kind === 'attach') open.set(worker, (request.body as AttachRequest).fileName);
      if (kind === 'detach') open.delete(worker);
      return kind === 'fill' ? [[...open.values()].filter((name) => name === open.get(worker)).length] : [];
    });
    expect(filled.length).toBeGreaterThan(PLAN.rows.length);
    expect(new Set(filled)).toEqual(new Set([1]));
  });

  it('gives every row a loop before any has its next', async () => {
    const host = new FakeHost(answer);
    await runOn(host, { plan: PLAN });
    const kinds = host.asked.map(({ kind }) => kind);
    const blocks = host.asked.slice(kinds.lastIndexOf('holes')).flatMap(({ kind, worker, request }) => {
      const { share, pattern } = request.body as PassRequest;
      return kind === 'pass' && worker === 0 ? [`${pattern} ${share.blockBytes}`] : [];
    });
    expect(blocks.length).toBeGreaterThan(4);
    expect(blocks.slice(0, 4)).toEqual(['random 4096', 'random 4096', 'sequential 1048576', 'sequential 1048576']);
  });

  it('shows how fast a first small file was written before anything else is done', async () => {
    const [first, whole, sized] = await fillsSeen(new FakeHost(answer));
    expect(first).toMatchObject({ fill: { bytes: 4 * MIB }, file_bytes: undefined, asked: 1, deleted: 1 });
    expect(whole).toMatchObject({ fill: { bytes: 16 * MIB }, file_bytes: undefined, asked: 2 });
    expect(sized).toMatchObject({ fill: { bytes: 16 * MIB }, file_bytes: GIB, asked: 2 });
  });

  it('ends a random write on a slow drive with as few blocks as it flushes in time', async () => {
    const written: number[] = [];
    const host = new FakeHost((asked) => {
      const body = asked.request.body as PassRequest;
      const reply = answer(asked);
      if (asked.kind !== 'pass' || body.operation !== 'write' || typeof reply === 'string') return reply;
      const blocks = Math.ceil((body.share.blockCount - body.share.first) / body.share.stride);
      if (asked.worker === 0 && body.flush === 'end' && body.share.blockBytes === 4096) written.push(blocks);
      const calls = Array.from({ length: blocks }, () => CLOCK_STEP_NS);
      const flushNs = body.flush === 'end' ? blocks * 6e6 : 0;
      const lasted = { elapsedNs: blocks * CLOCK_STEP_NS, totalNs: blocks * CLOCK_STEP_NS + flushNs, flushNs };
      return { ...reply, ...lasted, write: rawSide(calls, body.share.blockBytes) };
    });
    await runOn(host, { plan: { ...PLAN, rows: rowsNamed('RND4K Q1T1'), directions: ['read', 'write'] } });
    expect(written[0]).toBe(128);
    // 6 ms for each: no window of 0.25 s and its flush holds more.
    expect(Math.max(...written.slice(1))).toBeLessThanOrEqual(42);
  });

  it('samples no file of a part, where a slow drive has fewer of them', async () => {
    const host = new FakeHost((asked) => {
      const reply = answer(asked);
      // 10 MB/s.
      if (asked.kind !== 'fill' || typeof reply === 'string' || !('bytes' in reply)) return reply;
      return { ...reply, elapsedNs: reply.bytes * 100 };
    });
    const record = await runOn(host, { plan: PLAN });
    expect(record.result).toMatchObject({ file_bytes: 64 * 1024 ** 2 });
    const made = host.asked.flatMap(({ kind, worker, request }) => {
      const { fileName, create } = request.body as AttachRequest;
      return kind === 'attach' && create && fileName.startsWith('part-') && worker === 0 ? [fileName] : [];
    });
    expect(new Set(made).size).toBe(made.length);
  });

  it('asks its workers to write no more than was announced', async () => {
    const host = new FakeHost(answer);
    await runOn(host, { plan: PLAN });
    const bytesOf = ({ share }: Pick<PassRequest, 'share'>) =>
      Math.ceil(Math.max(0, share.blockCount - share.first) / share.stride) * share.blockBytes;
    const writes = host.asked.flatMap(({ kind, request }) => {
      const body = request.body as PassRequest;
      return kind === 'fill' || (kind === 'pass' && body.operation === 'write') ? [bytesOf(body)] : [];
    });
    const all = writes.reduce((sum, bytes) => sum + bytes, 0);
    expect(all).toBeLessThanOrEqual(estimate(PLAN, layout).bytesWrittenMax);
  });
});

it('reads memory from the file of the session, not from the part that was open last, where the drive was read first', async () => {
  const host = new FakeHost(agreeable);
  await runOn(host, { plan: planOf('demo'), agreedToWriteBytes: Infinity });
  const last = host.asked.findLastIndex(
    ({ kind, request }) => kind === 'attach' && (request.body as AttachRequest).fileName.startsWith('part-'),
  );
  const first = host.asked.findIndex(
    ({ kind, request }) => kind === 'pass' && (request.body as PassRequest).visits === 'again',
  );
  const between = host.asked.slice(last, first).filter(({ kind }) => kind === 'attach');
  expect(between.length).toBeGreaterThan(0);
  expect(last).toBeLessThan(first);
});

const DRIVE = withCache(PLAIN, 'drive');

const ofKind = (host: FakeHost, kind: Asked['kind']) => host.asked.filter((asked) => asked.kind === kind);
const attachOf = ({ request }: Asked) => request.body as AttachRequest;
const sampleOf = ({ request }: Asked) => request.body as SampleRequest;

/** What holes a worker was asked for, with the answer changed by `change`. */
const onHoles = (change: (body: HolesRequest, worker: number) => Partial<HolesReply>) => (asked: Asked) => {
  if (asked.kind !== 'holes') return agreeable(asked);
  const own = agreeable(asked) as HolesReply;
  return { ...own, ...change(asked.request.body as HolesRequest, asked.worker) };
};

/** Samples that come from memory until `bytes` of holes were read. */
function forgetsAfter(bytes: number): (asked: Asked) => Answer {
  const sizes: number[] = [];
  return (asked) => {
    const answer = agreeable(asked);
    if (asked.kind === 'holes') sizes[asked.worker] = (asked.request.body as HolesRequest).toBytes;
    if (asked.kind !== 'sample') return answer;
    const read = sizes.reduce((sum, size) => sum + size, 0);
    return read > bytes ? answer : allFromMemory(answer);
  };
}

const allFromMemory = (answer: Answer) => ({ ns: (answer as SampleReply).ns.map(() => 10_000) });

async function forgetOf(host: FakeHost): Promise<Forget | undefined> {
  const record = await runOn(host, { plan: DRIVE });
  expect(record.status).toBe('done');
  expect(RunRecord.safeParse(record).error).toBeUndefined();
  const about = contradictions(record).filter(({ pointer }) => pointer.startsWith('/result/forget'));
  expect(about).toEqual([]);
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
    const names = ofKind(host, 'attach').map((asked) => attachOf(asked).fileName);
    const sampled =
      ofKind(host, 'sample')
        .map((asked) => sampleOf(asked).file.fileName)
        .at(-1) ?? 'none';
    const begin = names.indexOf(sampled);
    const end = names.lastIndexOf('holes-1');
    expect(new Set(names.slice(begin, end + 1))).toEqual(new Set([sampled, 'holes-0', 'holes-1']));
    expect(names.filter((name) => name === sampled)).toHaveLength(1);
  });
});

it('samples no region twice, and none of a file that is measured', async () => {
  const host = new FakeHost(forgetsAfter(4 * GIB));
  const forget = await forgetOf(host);
  const samples = ofKind(host, 'sample');
  const regions = samples.flatMap((asked) =>
    sampleOf(asked)
      .samples.filter(({ of }) => of === 'file')
      .map(({ places: [at = 0] }) => Math.floor(at / FORGET.sampleRegionBytes)),
  );
  expect(regions).toHaveLength(forget?.samples ?? 0);
  expect(new Set(regions).size).toBe(regions.length);
  const filled = ofKind(host, 'attach')
    .map(attachOf)
    .filter(({ create }) => create);
  const last = filled.findLast(({ fileName }) => fileName.startsWith('part-'));
  expect(last).toBeDefined();
  expect(samples.map(sampleOf)[0]?.file.fileName).toBe(last?.fileName);
});

it('reads each offset of a hole once', async () => {
  const host = new FakeHost(forgetsAfter(4 * GIB));
  const forget = await forgetOf(host);
  const sizes = [0, 0];
  for (const { worker, request } of ofKind(host, 'holes')) {
    const { fromBytes, toBytes } = request.body as HolesRequest;
    expect(fromBytes).toBe(sizes[worker]);
    sizes[worker] = toBytes;
  }
  expect(forget?.bytes_read).toBe(sizes.reduce((sum, size) => sum + size, 0));
  expect(forget?.bytes_read).toBeGreaterThan(4 * GIB);
  expect(forget?.bytes_read).toBeLessThan(6 * GIB);
});

it('is not deceived by one step of slow samples', async () => {
  let step = 0;
  const host = new FakeHost((asked) => {
    if (asked.kind !== 'sample') return agreeable(asked);
    step++;
    return step === 2 ? agreeable(asked) : allFromMemory(agreeable(asked));
  });
  expect(await forgetOf(host)).toMatchObject({ ended: 'limit_bytes', slow_samples: 4 });
});

/** Samples take so long; the clock's step is far below the differences. */
const sampledAs = (ns: Record<Sample['of'], readonly number[]>) => (asked: Asked) => {
  if (asked.kind !== 'sample') return agreeable(asked);
  const { samples } = asked.request.body as SampleRequest;
  const taken = { hole: 0, file: 0 };
  return { ns: samples.map(({ of }) => ns[of][taken[of]++ % ns[of].length] ?? 0) };
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
  it.each<[Forget['ended'], string, (asked: Asked) => Answer, number | null]>([
    ['limit_bytes', 'at its largest size', forgetsAfter(2 ** 40), null],
    ['limit_bytes', 'at a third of the space', forgetsAfter(2 ** 40), 6 * GIB],
    ['limit_time', 'after its time', onHoles(() => ({ elapsedNs: 31e9, bytes: 2 ** 22 })), null],
    ['no_space', 'where a file cannot grow', onHoles(({ toBytes }) => (toBytes > GIB ? GROWN_FULL : {})), null],
    ['no_space', 'where too little is left', agreeable, 100 * 1024 ** 2],
    ['holes_cost', 'where growing takes as long as writing', onHoles(({ fromBytes }) => GROWS_SLOWLY(fromBytes)), null],
    ['not_supported', 'where holes cannot be read', failingAt('holes'), null],
    ['not_supported', 'where flushes show that files are in memory', withoutFlush, null],
  ])('as %s %s', async (ended, _, answer, spaceBytes) => {
    const host = new FakeHost(ended === 'limit_time' ? sampledFromMemory(answer) : noSlowSample(ended, answer));
    host.spaceBytes = spaceBytes;
    const forget = await forgetOf(host);
    expect(forget?.ended).toBe(ended);
    expect(forget?.bytes_read).toBeLessThanOrEqual((spaceBytes ?? 3 * FORGET.maxBytes) / 3);
  });

  it('with the run where a worker dies', async () => {
    const host = new FakeHost((asked) => (asked.kind === 'holes' ? 'dies' : agreeable(asked)));
    const record = await runOn(host, { plan: DRIVE });
    expect(record).toMatchObject({ status: 'failed', failure: { code: 'worker_died' } });
  });
});

const GROWN_FULL = { full: true, bytes: 0 };
const GROWS_SLOWLY = (fromBytes: number) => ({ growNs: fromBytes > 0 ? 60e9 : 1e6 });

function sampledFromMemory(answer: (asked: Asked) => Answer): (asked: Asked) => Answer {
  return (asked) => (asked.kind === 'sample' ? allFromMemory(agreeable(asked)) : answer(asked));
}

/** Where the end is not one of the files' own: samples stay quick. */
function noSlowSample(ended: Forget['ended'], answer: (asked: Asked) => Answer): (asked: Asked) => Answer {
  return ended === 'no_space' ? sampledFromMemory(answer) : answer;
}

function failingAt(kind: Asked['kind']): (asked: Asked) => Answer {
  return (asked) => (asked.kind === kind ? { failure: { code: 'io_error', detail: 'EIO' } } : agreeable(asked));
}

function withoutFlush(asked: Asked): Answer {
  return asked.kind === 'fill' ? { beganMs: 0, bytes: 2 ** 26, elapsedNs: 1e8, flushNs: 0 } : agreeable(asked);
}

it('deletes what only forgetting needed before the first pass', async () => {
  const host = new FakeHost();
  await forgetOf(host);
  expect(host.deleted.filter((name) => name !== undefined)).toEqual(['holes-0', 'holes-1', 'part-4']);
});

it.each(['holes', 'sample', 'fill'] as const)('can be stopped at its %s, and deletes everything', async (kind) => {
  const abort = new AbortController();
  const host = new FakeHost((asked) => {
    if (asked.kind !== kind || ofKind(host, 'holes').length === 0) return agreeable(asked);
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
