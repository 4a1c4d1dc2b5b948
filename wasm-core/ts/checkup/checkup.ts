import { MIB, type Client, type JobResult } from '@opfsmark/schema/documents';
import type { Checkup } from '@opfsmark/schema/checkup';
import type { MatrixRecord } from '@opfsmark/schema/families/matrix/schema';
import { planOf } from '@opfsmark/schema/families/matrix/profiles';
import { latency, latencyPasses, reachedDepth } from '@opfsmark/schema/figures';
import { runOn } from '../families/run.ts';
import { RunRefused } from '../page/errors.ts';
import { exclusively, type Host } from '../page/host.ts';
import { UNKNOWN_CLIENT } from '../page/with-session.ts';
import type { WorkerLike } from '../page/worker-pool.ts';
import { OPFS_FOLDER } from '../protocol/files.ts';
import type { Probe, ProbeMessage, ProbeRequest, UsageReply } from './messages.ts';

/** Of which everything is told, or said not to have been reached. */
const MAX_MS = 55_000;
/** An answer that is not there by then is not waited for: a browser may ask a person, or its drive. */
const ANSWER_MS = 5_000;
/** A run that was stopped ends its calls first, and a drive can hold one. */
const STOP_MS = 3_000;
/** A worker that says nothing for so long is given up on: the slowest step writes 16 MiB. */
const SILENCE_MS = 15_000;
const MEMORY_BYTES = 256 * MIB;
const PAGE_BYTES = 4096;
/** Data of a bucket is given so long, and looked for after twice that. */
const BUCKET_MS = 1_000;

/** The step of a checkup. */
export type CheckupStep = 'page' | 'probe' | 'run';

export interface CheckupOptions {
  readonly client?: Client;
  readonly signal?: AbortSignal;
  onStep?(step: CheckupStep): void;
}

/** Resolves always, with what was reached; rejects with `RunRefused` where another tab measures. */
export type CheckUp = (options?: CheckupOptions) => Promise<Checkup>;

const spawnProbe = (): WorkerLike => new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });

const nameOf = (error: unknown) =>
  error instanceof Error && /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'Error';

/** The answer, or `otherwise` where it does not come in time. */
function within<T>({ clock }: Host, ms: number, answer: Promise<T>, otherwise: T): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const cancel = clock.runAfter(ms, () => resolve(otherwise));
    answer.then(resolve, reject).finally(cancel);
  });
}

async function estimate(host: Host): Promise<Checkup['storage']> {
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  const orNull = <T>(answer: Promise<T> | undefined) =>
    within(
      host,
      ANSWER_MS,
      Promise.resolve(answer).catch(() => null),
      null,
    );
  const [persisted, told] = await Promise.all([orNull(storage?.persisted?.()), orNull(storage?.estimate?.())]);
  return { persisted: persisted ?? null, quota_bytes: told?.quota ?? null, usage_bytes: told?.usage ?? null };
}

async function askWakeLock(): Promise<Checkup['wake_lock']> {
  try {
    const lock = await navigator.wakeLock.request('screen');
    await lock.release();
    return { outcome: 'held' };
  } catch (error) {
    return { outcome: 'refused', error: nameOf(error) };
  }
}

/** As far as TypeScript's own declarations lack it. */
interface Buckets {
  open(
    name: string,
    options?: { readonly persisted?: boolean; readonly expires?: number },
  ): Promise<{ persisted(): Promise<boolean>; getDirectory(): Promise<FileSystemDirectoryHandle> }>;
  delete(name: string): Promise<void>;
}

/** A page cannot fill a drive until its data is deleted; it can give data an end, and look whether it is gone. */
async function tryEviction({ clock }: Host, buckets: Buckets): Promise<NonNullable<Checkup['eviction']>> {
  const [lasting, brief] = ['opfsmark-lasting', 'opfsmark-brief'];
  try {
    const persisted = await (await buckets.open(lasting, { persisted: true })).persisted();
    const folder = await (await buckets.open(brief, { expires: Date.now() + BUCKET_MS })).getDirectory();
    await folder.getFileHandle(brief, { create: true });
    await new Promise<void>((resolve) => clock.runAfter(2 * BUCKET_MS, resolve));
    const later = await (await buckets.open(brief)).getDirectory();
    const isThere = await later.getFileHandle(brief).then(
      () => true,
      () => false,
    );
    return { persisted, expired: !isThere };
  } finally {
    await Promise.all([lasting, brief].map((name) => buckets.delete(name).catch(() => undefined)));
  }
}

/** `null` where the browser has no buckets, or refuses them. */
function eviction(host: Host): Promise<NonNullable<Checkup['eviction']> | null> {
  const { storageBuckets } = navigator as { readonly storageBuckets?: Buckets };
  if (!storageBuckets) return Promise.resolve(null);
  return within(
    host,
    ANSWER_MS,
    tryEviction(host, storageBuckets).catch(() => null),
    null,
  );
}

function wakeLock(host: Host): Promise<Checkup['wake_lock']> {
  if (!('wakeLock' in navigator)) return Promise.resolve({ outcome: 'missing' });
  return within(host, ANSWER_MS, askWakeLock(), { outcome: 'refused', error: 'TimeoutError' });
}

/** As much as the workers and their buffers take at most, written to, so that the system really gives it. */
function memory(): Checkup['memory'] {
  const { deviceMemory: device_gib = null } = navigator as Navigator & { readonly deviceMemory?: number };
  try {
    const buffer = new Uint8Array(MEMORY_BYTES);
    for (let at = 0; at < buffer.length; at += PAGE_BYTES) buffer[at] = 1;
    return { device_gib, allocated_bytes: buffer.length };
  } catch {
    return { device_gib, allocated_bytes: 0 };
  }
}

interface Probed {
  readonly probe: Probe;
  readonly sharesMemory: boolean;
}

/** Runs the worker that tries one thing after the other; what it had found counts where it dies or falls silent. */
async function probe(host: Host, request: ProbeRequest): Promise<Probed> {
  if (typeof Worker === 'undefined') return { probe: {}, sharesMemory: false };
  let found: Probe = {};
  const worker = spawnProbe();
  await new Promise<void>((resolve) => {
    let cancelSilence = host.clock.runAfter(SILENCE_MS, resolve);
    worker.addEventListener('error', () => resolve());
    worker.addEventListener('message', ({ data }) => {
      cancelSilence();
      cancelSilence = host.clock.runAfter(SILENCE_MS, resolve);
      const message = data as ProbeMessage;
      switch (message.type) {
        case 'found':
          found = { ...found, ...message.probe };
          return;
        case 'usage':
          void estimate(host).then(({ usage_bytes }) => {
            const reply: UsageReply = { usageBytes: usage_bytes };
            worker.postMessage(reply);
          });
          return;
        case 'done':
          cancelSilence();
          resolve();
          return;
        default:
          message satisfies never;
      }
    });
    worker.postMessage(request);
  });
  worker.terminate();
  return { probe: found, sharesMemory: request.shared !== null && new Int32Array(request.shared)[0] === 1 };
}

/** One row of random reads, from memory and from the drive: it fills, clears and reads as every run does. */
function readsPlan() {
  return {
    ...planOf('demo'),
    rows: [{ pattern: 'random', block_bytes: 4096, queues: 32, threads: 1 } as const],
    directions: ['read' as const],
    file_bytes: 16 * MIB,
    loops: 1,
    limit_s: 1,
    interval_s: 0,
  };
}

function readsOf(job: JobResult | undefined): { readonly p50_ns: number; readonly depth: number } | undefined {
  const depth = job && reachedDepth(job);
  const calls = job && latency(latencyPasses(job), 'read');
  return typeof depth === 'number' && calls ? { p50_ns: calls.p50_ns, depth } : undefined;
}

function readsIn({ environment, result: { jobs, forget } }: MatrixRecord): Checkup['reads'] {
  const [memory, drive] = (['memory', 'drive'] as const).map((reads) =>
    readsOf(jobs.find((job) => job.reads === reads)),
  );
  const workers = jobs[0]?.workers;
  if (workers === undefined) return undefined;
  return {
    layout: environment.layout,
    workers,
    ...(forget && { forget }),
    ...(memory && { memory }),
    ...(drive && { drive }),
  };
}

async function runReads(host: Host, client: Client, signal: AbortSignal): Promise<Pick<Checkup, 'run' | 'reads'>> {
  try {
    const record = await runOn(host, { plan: readsPlan(), client, signal });
    const reads = readsIn(record);
    const outcome = record.status === 'stopped' ? 'late' : record.status;
    return { run: { outcome }, ...(reads && { reads }) };
  } catch (error) {
    if (error instanceof RunRefused && error.reason === 'busy') throw error;
    return { run: { outcome: 'refused', error: nameOf(error) } };
  }
}

/** Aborted with the first of them: `AbortSignal.any`, which came to Firefox with version 124 and to Safari with 17.4. */
function anyOf(signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) first.abort();
    signal.addEventListener('abort', () => first.abort(), { once: true, signal: first.signal });
  }
  return first.signal;
}

/** A flag that both sides can see, where the page may have one. */
function sharedFlag({ isolated }: Host): SharedArrayBuffer | null {
  return isolated && typeof SharedArrayBuffer !== 'undefined' ? new SharedArrayBuffer(4) : null;
}

export async function checkUpOn(host: Host, options: CheckupOptions = {}): Promise<Checkup> {
  const { client = UNKNOWN_CLIENT, onStep, signal } = options;
  const startedAt = new Date();
  const startedMs = host.clock.nowMs();
  onStep?.('page');
  const page = { wake_lock: await wakeLock(host), storage: await estimate(host), memory: memory() };
  const evicting = eviction(host);
  onStep?.('probe');
  const probeAlone = async (closeWith: (work: Promise<unknown>) => void) => {
    const answer = await probe(host, { folder: OPFS_FOLDER, shared: sharedFlag(host) });
    closeWith(host.deleteFiles().catch(() => undefined));
    return answer;
  };
  // As a run: a page that was just left ends late on a busy computer.
  const probed = await exclusively(host, probeAlone, { isPatient: true });
  if (!probed) throw new RunRefused('busy');
  onStep?.('run');
  const leftMs = Math.max(0, MAX_MS - (host.clock.nowMs() - startedMs));
  const late = AbortSignal.timeout(leftMs);
  const reading = runReads(host, client, anyOf(signal ? [signal, late] : [late]));
  const { run, reads } = await within(host, leftMs + STOP_MS, reading, { run: { outcome: 'late' } });
  const evicted = await evicting;
  return {
    checkup: 1,
    started_at: startedAt.toISOString(),
    wall_ms: host.clock.nowMs() - startedMs,
    core_version: host.core.version,
    client,
    isolation: { isolated: host.isolated, shared_memory: probed.sharesMemory },
    ...page,
    ...(evicted && { eviction: evicted }),
    ...probed.probe,
    ...(reads && { reads }),
    run,
  };
}
