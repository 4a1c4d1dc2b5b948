import { GIB, MIB, rowsNamed, type Fill } from '@opfsmark/schema/documents';
import { contradictions, estimate, RunRecord, standardPlan } from '@opfsmark/schema/families';
import { planOf } from '@opfsmark/schema/families/matrix/profiles';
import { fillBytesPerSecond } from '@opfsmark/schema/figures';
import { describe, expect, it } from 'vitest';
import { runOn } from '../families/run.ts';
import type { AttachRequest, FillRequest, PassRequest } from '../protocol/messages.ts';
import { agreeable, CLOCK_STEP_NS, FakeHost, fillReply, rawSide, withoutUnsafe } from './fakes.ts';

const PLAN = standardPlan('matrix');

/** The fill so far, and how many files had been filled and deleted by then. */
async function fillsSeen(host: FakeHost) {
  const states: { fill: Fill; file_bytes: number | undefined; fillCount: number; deletions: number }[] = [];
  await runOn(host, {
    plan: PLAN,
    onEvent: (event) => {
      if (event.type !== 'result' || event.result.family !== 'matrix' || !event.result.fill) return;
      const { fill, file_bytes } = event.result;
      const fillCount = host.asked.filter(({ kind }) => kind === 'fill').length;
      states.push({ fill, file_bytes, fillCount, deletions: host.deleted.length });
    },
  });
  return states;
}

it('knows one rate of a drive that is slow to flush, however many files were filled', async () => {
  const bytesPerNs = 6e6 / 1e9;
  const host = new FakeHost((call) => {
    if (call.kind !== 'fill') return agreeable(call);
    const reply = fillReply(call.request.body as FillRequest);
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
    const faults = contradictions(record).filter(({ pointer }) => /fill|forget|reads|workers|jobs\/\d+$/.test(pointer));
    expect(faults).toEqual([]);
    const jobTexts = record.result.jobs.map(({ direction, reads }) => `${direction} ${reads ?? ''}`.trim());
    expect(jobTexts).toEqual([
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
    const openings = host.asked.flatMap(({ kind, worker, request }) => {
      if (kind !== 'attach') return [];
      const { fileName, create } = request.body as AttachRequest;
      return fileName.startsWith('part-') ? [`${worker} ${fileName} ${create ? 'new' : 'filled'}`] : [];
    });
    // Opened twice by one worker: once to be written, once to be read.
    expect(new Set(openings).size).toBe(openings.length);
  });

  // Chromium counts what the file grows by for each of them: a run of 0.7 GB used up 8 GB of the storage left to the site.
  it('fills no file that another worker has open', async () => {
    const host = new FakeHost(answer);
    await runOn(host, { plan: PLAN });
    const openFiles = new Map<number, string>();
    const openCounts = host.asked.flatMap(({ kind, worker, request }) => {
      if (kind === 'attach') openFiles.set(worker, (request.body as AttachRequest).fileName);
      if (kind === 'detach') openFiles.delete(worker);
      return kind === 'fill' ? [[...openFiles.values()].filter((name) => name === openFiles.get(worker)).length] : [];
    });
    expect(openCounts.length).toBeGreaterThan(PLAN.rows.length);
    expect(new Set(openCounts)).toEqual(new Set([1]));
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
    const [firstState, wholeState, sizedState] = await fillsSeen(new FakeHost(answer));
    expect(firstState).toMatchObject({ fill: { bytes: 4 * MIB }, file_bytes: undefined, fillCount: 1, deletions: 1 });
    expect(wholeState).toMatchObject({ fill: { bytes: 16 * MIB }, file_bytes: undefined, fillCount: 2 });
    expect(sizedState).toMatchObject({ fill: { bytes: 16 * MIB }, file_bytes: GIB, fillCount: 2 });
  });

  it('ends a random write on a slow drive with as few blocks as it flushes in time', async () => {
    const blockCounts: number[] = [];
    const host = new FakeHost((call) => {
      const body = call.request.body as PassRequest;
      const reply = answer(call);
      if (call.kind !== 'pass' || body.operation !== 'write' || typeof reply === 'string') return reply;
      const blocks = Math.ceil((body.share.blockCount - body.share.first) / body.share.stride);
      if (call.worker === 0 && body.flush === 'end' && body.share.blockBytes === 4096) blockCounts.push(blocks);
      const calls = Array.from({ length: blocks }, () => CLOCK_STEP_NS);
      const flushNs = body.flush === 'end' ? blocks * 6e6 : 0;
      const times = { elapsedNs: blocks * CLOCK_STEP_NS, totalNs: blocks * CLOCK_STEP_NS + flushNs, flushNs };
      return { ...reply, ...times, write: rawSide(calls, body.share.blockBytes) };
    });
    await runOn(host, { plan: { ...PLAN, rows: rowsNamed('RND4K Q1T1'), directions: ['read', 'write'] } });
    expect(blockCounts[0]).toBe(128);
    // 6 ms for each: no window of 0.25 s and its flush holds more.
    expect(Math.max(...blockCounts.slice(1))).toBeLessThanOrEqual(42);
  });

  it('samples no file of a part, where a slow drive has fewer of them', async () => {
    const host = new FakeHost((call) => {
      const reply = answer(call);
      // 10 MB/s.
      if (call.kind !== 'fill' || typeof reply === 'string' || !('bytes' in reply)) return reply;
      return { ...reply, elapsedNs: reply.bytes * 100 };
    });
    const record = await runOn(host, { plan: PLAN });
    expect(record.result).toMatchObject({ file_bytes: 64 * 1024 ** 2 });
    const newFiles = host.asked.flatMap(({ kind, worker, request }) => {
      const { fileName, create } = request.body as AttachRequest;
      return kind === 'attach' && create && fileName.startsWith('part-') && worker === 0 ? [fileName] : [];
    });
    expect(new Set(newFiles).size).toBe(newFiles.length);
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
    const writtenBytes = writes.reduce((sum, bytes) => sum + bytes, 0);
    expect(writtenBytes).toBeLessThanOrEqual(estimate(PLAN, layout).bytesWrittenMax);
  });
});

it('reads memory from the file of the session, not from the part that was open last, where the drive was read first', async () => {
  const host = new FakeHost(agreeable);
  await runOn(host, { plan: planOf('demo'), agreedToWriteBytes: Infinity });
  const lastOpening = host.asked.findLastIndex(
    ({ kind, request }) => kind === 'attach' && (request.body as AttachRequest).fileName.startsWith('part-'),
  );
  const firstRead = host.asked.findIndex(
    ({ kind, request }) => kind === 'pass' && (request.body as PassRequest).visits === 'again',
  );
  const attaches = host.asked.slice(lastOpening, firstRead).filter(({ kind }) => kind === 'attach');
  expect(attaches.length).toBeGreaterThan(0);
  expect(lastOpening).toBeLessThan(firstRead);
});
