import { MAX_WORKERS, MIB } from '@opfsmark/schema/documents';
import { estimate, RunRecord } from '@opfsmark/schema/families';
import { matrixFilledBytes } from '@opfsmark/schema/families/matrix/schedule';
import { withCache } from '@opfsmark/schema/families/matrix/budget';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../api.ts';
import { discardPreparedOn, prepareColdOn } from '../families/matrix/cold.ts';
import { runOn } from '../families/run.ts';
import { findPreparedOn, whenClosed } from '../page/host.ts';
import { checkSupportOn } from '../page/support.ts';
import type { AttachRequest, FillRequest, PassRequest, VerifyRequest } from '../protocol/messages.ts';
import { PLAIN, agreeable, FakeHost, withoutUnsafe, type FakeReply, type ReceivedRequest } from './fakes.ts';

const COLD = withCache(PLAIN, 'cold');
const LAYOUTS = [
  ['shared', agreeable],
  ['per-worker', withoutUnsafe],
] as const;

/** Every read of a run with the file that its worker had open. */
function readsByFile(host: FakeHost): { file: string; body: PassRequest }[] {
  const openFiles = new Map<number, string>();
  return host.asked.flatMap(({ kind, spawned, request }) => {
    if (kind === 'attach') {
      const { folder = '', fileName } = request.body as AttachRequest;
      openFiles.set(spawned, `${folder}/${fileName}`);
    }
    return kind === 'pass' ? [{ file: openFiles.get(spawned) ?? '', body: request.body as PassRequest }] : [];
  });
}

/** Fails where a block may be read twice: a worker has its share alone, or all workers of one pass claim its blocks. */
function expectReadOnce(host: FakeHost): void {
  const shares = readsByFile(host).map(({ file, body }) =>
    body.visits === 'claimed' ? `${file}, claimed in ${body.orderSeed}` : `${file}, from ${body.share.first}`,
  );
  const isClaimed = (share: string) => share.includes('claimed');
  const claims = [...new Set(shares.filter(isClaimed)), ...shares.filter((share) => !isClaimed(share))];
  expect(new Set(claims.map((share) => share.replace(/, claimed in .*/, ''))).size).toBe(claims.length);
}

const ofKind = (host: FakeHost, kind: ReceivedRequest['kind']) => host.asked.filter((call) => call.kind === kind);

async function preparedHost(answer: (call: ReceivedRequest) => FakeReply = agreeable, plan = COLD): Promise<FakeHost> {
  const host = new FakeHost(answer);
  expect(await prepareColdOn(host, { plan })).toMatchObject({ status: 'done', prepared: { plan } });
  host.asked.length = 0;
  return host;
}

describe('preparing for a cold read', () => {
  it.each(LAYOUTS)('writes every part, then the manifest, in the %s layout', async (layout, answer) => {
    const host = new FakeHost(answer);
    const { prepared: manifest } = await prepareColdOn(host, { plan: COLD });
    const filledBytes = ofKind(host, 'fill').reduce((sum, { request }) => {
      const { share } = request.body as FillRequest;
      return sum + (share.blockBytes * share.blockCount) / share.stride;
    }, 0);
    expect(filledBytes).toBe(matrixFilledBytes(COLD, layout));
    expect(manifest).toMatchObject({ layout, bytes: filledBytes, plan: COLD });
    expect(host.asked.at(-1)?.kind).toBe('writeText');
    expect(await findPreparedOn(host)).toEqual(manifest);
  });

  it('gives no two files the same content', async () => {
    const host = new FakeHost(withoutUnsafe);
    await prepareColdOn(host, { plan: { ...COLD, loops: 3 } });
    const ids = ofKind(host, 'fill').map(({ request }) => (request.body as FillRequest).content.fileId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Math.max(...ids)).toBeLessThan(12 * MAX_WORKERS);
  });

  it.each(['quota_exceeded', 'disk_full'] as const)('leaves nothing behind after %s', async (code) => {
    const host = new FakeHost((call) =>
      call.kind === 'fill' ? { failure: { code, detail: 'full' } } : agreeable(call),
    );
    expect(await prepareColdOn(host, { plan: COLD })).toEqual({ status: 'failed', failure: { code, detail: 'full' } });
    expect(await findPreparedOn(host)).toBeNull();
    expect(host.prepared.deleted).toBeGreaterThan(0);
  });

  it('can be stopped', async () => {
    const abort = new AbortController();
    const host = new FakeHost((call) => {
      if (call.kind !== 'fill') return agreeable(call);
      abort.abort();
      return 'hangs';
    });
    expect(await prepareColdOn(host, { plan: COLD, signal: abort.signal })).toEqual({ status: 'stopped' });
    await whenClosed();
    expect(await findPreparedOn(host)).toBeNull();
  });

  it('is refused for a plan that is not cold', async () => {
    const preparation = prepareColdOn(new FakeHost(), { plan: PLAIN });
    await expect(preparation).rejects.toMatchObject({ reason: 'invalid_plan', problems: ['cache'] });
  });
});

describe('a prepared file', () => {
  it('outlives the next visit and a run of another plan', async () => {
    const host = await preparedHost();
    await checkSupportOn(host);
    await whenClosed();
    await runOn(host, { plan: PLAIN });
    expect(await findPreparedOn(host)).toMatchObject({ plan: COLD });
  });

  it.each([
    ['has no manifest', (host: FakeHost) => Object.assign(host.prepared, { manifest: null })],
    ['has a broken manifest', (host: FakeHost) => Object.assign(host.prepared, { manifest: '{"format":1' })],
    ['is too short', (host: FakeHost) => Object.assign(host.prepared, { bytes: 1 })],
  ])('that %s is deleted like any leftover', async (_, damage) => {
    const host = await preparedHost();
    damage(host);
    expect(await findPreparedOn(host)).toBeNull();
    const deletionsBefore = host.prepared.deleted;
    await checkSupportOn(host);
    await whenClosed();
    expect(host.prepared.deleted).toBe(deletionsBefore + 1);
  });

  it('can be discarded, but not while another tab measures', async () => {
    const host = await preparedHost();
    host.lockedElsewhere = true;
    await expect(discardPreparedOn(host)).rejects.toMatchObject({ reason: 'busy' });
    host.lockedElsewhere = false;
    await discardPreparedOn(host);
    expect(await findPreparedOn(host)).toBeNull();
  });
});

describe('a cold run', () => {
  it.each(LAYOUTS)('reads no block twice, and deletes the file, in the %s layout', async (layout, answer) => {
    const plan: MatrixPlan = { ...COLD, loops: 2 };
    const host = await preparedHost(answer, plan);
    const record = await runOn(host, { plan });
    expect(RunRecord.safeParse(record).error).toBeUndefined();
    expect(record.status).toBe('done');
    expect(record.result.jobs.map(({ passes }) => passes.map(({ loop, timing }) => `${loop} ${timing}`))).toEqual(
      plan.rows.map(() => ['1 each', '2 each']),
    );
    expectReadOnce(host);
    expect(readsByFile(host).every(({ file }) => file.startsWith('opfsmark-prepared/part-'))).toBe(true);
    const visits = new Set(readsByFile(host).map(({ body }) => body.visits));
    expect([...visits]).toEqual([layout === 'shared' ? 'claimed' : 'once']);
    expect(host.prepared.manifest).toBeNull();
    expect(record.result.fill).toBeUndefined();
  });

  it('probes the floor on a file of its own, before the prepared one is opened', async () => {
    const host = await preparedHost();
    const record = await runOn(host, { plan: COLD });
    expect(record.result.floors.map(({ workers }) => workers)).toEqual([8, 1, 32, 1]);
    const firstOpened = host.asked.findIndex(
      ({ kind, request }) => kind === 'attach' && (request.body as AttachRequest).folder !== undefined,
    );
    expect(host.asked.findLastIndex(({ kind }) => kind === 'floor')).toBeLessThan(firstOpened);
    expect(estimate(COLD).bytesWrittenMax).toBe(64 * MIB);
  });

  it('verifies the part that each loop has read', async () => {
    const host = await preparedHost();
    const record = await runOn(host, { plan: { ...COLD } });
    const ids = ofKind(host, 'verify').map(({ request }) => (request.body as VerifyRequest).content.fileId);
    expect([...new Set(ids)]).toEqual([0, 64, 128, 192]);
    expect(record.result.jobs.every(({ verified_sectors }) => verified_sectors > 0)).toBe(true);
  });

  it('is refused where nothing was prepared for it, and spares what was for another plan', async () => {
    const unpreparedRun = runOn(new FakeHost(), { plan: COLD });
    await expect(unpreparedRun).rejects.toMatchObject({ reason: 'not_prepared', problems: [] });
    const host = await preparedHost();
    const otherRun = runOn(host, { plan: { ...COLD, seed: 1 } });
    await expect(otherRun).rejects.toMatchObject({ reason: 'not_prepared', problems: ['plan'] });
    expect(await findPreparedOn(host)).toMatchObject({ plan: COLD });
  });

  it('that was stopped has touched the file: it is deleted', async () => {
    const host = await preparedHost();
    const abort = new AbortController();
    const onEvent = (event: RunEvent<'matrix'>) => {
      if (event.type === 'result' && event.result.jobs.length === 2) abort.abort();
    };
    const record = await runOn(host, { plan: COLD, signal: abort.signal, onEvent });
    expect(record).toMatchObject({ status: 'stopped', result: { jobs: [{ status: 'done' }, { status: 'stopped' }] } });
    await whenClosed();
    expect(host.prepared.manifest).toBeNull();
  });

  it('goes on with the next part after a worker has died', async () => {
    let passes = 0;
    const host = await preparedHost((call) => (call.kind === 'pass' && ++passes === 3 ? 'dies' : agreeable(call)));
    const record = await runOn(host, { plan: COLD });
    expect(record.result.jobs.map(({ status }) => status)).toEqual(['failed', 'done', 'done', 'done']);
  });
});

/** The share of a file's blocks that these reads visit. What is claimed, all workers visit together. */
function visitedShare(reads: readonly { body: PassRequest }[]): number {
  const shares = reads.slice(0, reads[0]?.body.visits === 'claimed' ? 1 : undefined);
  const visits = shares.map(({ body: { share } }) => Math.ceil((share.blockCount - share.first) / share.stride));
  return visits.reduce((sum, count) => sum + count, 0) / (reads[0]?.body.share.blockCount ?? 0);
}

it('leaves so many blocks out of a random read that the system does not read ahead', async () => {
  const host = await preparedHost();
  await runOn(host, { plan: COLD });
  const reads = readsByFile(host);
  for (const [pattern, share] of [
    ['sequential', 1],
    ['random', 1 / 8],
  ] as const) {
    const files = new Set(reads.filter(({ body }) => body.pattern === pattern).map(({ file }) => file));
    expect(files.size).toBe(2);
    for (const file of files) expect(visitedShare(reads.filter((read) => read.file === file))).toBe(share);
  }
});

it.each(LAYOUTS)('verifies every block where all are asked for, read or not, in the %s layout', async (_, answer) => {
  const plan: MatrixPlan = { ...COLD, verify: 'all' };
  const host = await preparedHost(answer, plan);
  await runOn(host, { plan });
  const strides = ofKind(host, 'verify').map(({ request }) => {
    const { share, sectors } = request.body as VerifyRequest;
    return { stride: share.stride, sectors };
  });
  expect(strides.length).toBeGreaterThan(0);
  // Workers take turns in a shared file, and leave nothing out of their own.
  const maxWorkers = Math.max(...plan.rows.map(({ queues, threads }) => queues * threads));
  const turns = new Set(answer === withoutUnsafe ? [1] : [1, 8, maxWorkers]);
  expect(strides.every(({ stride, sectors }) => turns.has(stride) && sectors === 0)).toBe(true);
});

describe('a deep run', () => {
  const DEEP = withCache({ ...PLAIN, file_bytes: 4096 * MIB }, 'deep');

  it('is refused until its cost in bytes was agreed to', async () => {
    const host = new FakeHost();
    const agreedToWriteBytes = estimate(DEEP).bytesWrittenMax - 1;
    await expect(runOn(host, { plan: DEEP, agreedToWriteBytes })).rejects.toMatchObject({ reason: 'not_agreed' });
    await expect(runOn(host, { plan: DEEP })).rejects.toMatchObject({ reason: 'not_agreed' });
    expect(host.asked).toEqual([]);
  });

  it.each(LAYOUTS)('writes the file once and reads no block twice, in the %s layout', async (layout, answer) => {
    const host = new FakeHost(answer);
    const record = await runOn(host, { plan: DEEP, agreedToWriteBytes: estimate(DEEP, layout).bytesWrittenMax });
    expect(record.status).toBe('done');
    expect(RunRecord.safeParse(record).error).toBeUndefined();
    expectReadOnce(host);
    expect(readsByFile(host).every(({ file }) => file.startsWith('/part-'))).toBe(true);
    const filledBytes = ofKind(host, 'fill').reduce((sum, { request }) => {
      const { share } = request.body as FillRequest;
      return sum + (share.blockBytes * share.blockCount) / share.stride;
    }, 0);
    expect(filledBytes).toBe(estimate(DEEP, layout).bytesWrittenMax);
  });
});
