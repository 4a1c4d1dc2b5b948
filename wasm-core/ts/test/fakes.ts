import { standardPlan } from '@opfsmark/schema/families';
import { withCache } from '@opfsmark/schema/families/matrix/budget';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import { bucketOf, emptyCounts, type CpuPressure, type Failure } from '@opfsmark/schema/documents';
import type { SupportProblem } from '../api.ts';
import type { Clock } from '../page/clock.ts';
import type { Host, PreparedStore } from '../page/host.ts';
import type { Pulse } from '../page/stillness.ts';
import type { WorkerLike } from '../page/worker-pool.ts';
import { Control } from '../protocol/control.ts';
import type {
  AttachRequest,
  FillReply,
  FillRequest,
  HolesRequest,
  Kind,
  PassReply,
  PassRequest,
  Protocol,
  RawSide,
  Request,
  SampleRequest,
  Share,
} from '../protocol/messages.ts';
import { gapBetween, PulseLane, type Tick } from '../protocol/pulse.ts';

/** One loop of 256 MiB whose reads are from memory only: eight jobs, each row read and then written. */
export const PLAIN: MatrixPlan = {
  ...withCache(standardPlan('matrix'), 'as-is'),
  file_bytes: 256 * 1024 ** 2,
  write_bytes: 0,
  loops: 1,
  limit_s: 2,
  drive_s: 0,
};

/** The answer of a fake worker: a value, a failure, its death, or none at all. */
export type FakeReply<K extends Kind = Kind> = Protocol[K]['reply'] | { readonly failure: Failure } | 'dies' | 'hangs';

/** One request that arrived, of which generation of worker: a replaced worker counts on. */
export interface ReceivedRequest {
  readonly kind: Kind;
  readonly worker: number;
  readonly spawned: number;
  readonly request: Request;
}

/** The fake clock shows whole steps, as in Chromium. */
export const CLOCK_STEP_NS = 5_000;

/** A time as the fake clock shows it: at least a step. */
export function wholeSteps(ns: number): number {
  return Math.max(1, Math.round(ns / CLOCK_STEP_NS)) * CLOCK_STEP_NS;
}

/** A worker's record of these calls, each timed by itself. */
export function rawSide(latenciesNs: readonly number[], blockBytes = 4096): RawSide {
  const counts = emptyCounts();
  for (const ns of latenciesNs) counts[bucketOf(ns)] = (counts[bucketOf(ns)] ?? 0) + 1;
  const ops = latenciesNs.length;
  const busy_ns = latenciesNs.reduce((sum, ns) => sum + ns, 0);
  const max_ns = Math.max(0, ...latenciesNs);
  return {
    ops,
    bytes: ops * blockBytes,
    short_ops: 0,
    dropped: 0,
    busy_ns,
    min_ns: ops > 0 ? Math.min(...latenciesNs) : 0,
    max_ns,
    counts,
    series: { ops: [ops], busyNs: [busy_ns], maxNs: [max_ns] },
  };
}

/** The same calls timed in batches, which leaves no latencies. */
export function batched(side: RawSide): RawSide {
  const series = { ...side.series, maxNs: side.series.maxNs.map(() => 0) };
  return { ...side, min_ns: 0, max_ns: 0, counts: emptyCounts(), series };
}

export function passReply(request: PassRequest, changes: Partial<PassReply> = {}): PassReply {
  const side = rawSide([CLOCK_STEP_NS, 2 * CLOCK_STEP_NS, 3 * CLOCK_STEP_NS], request.share.blockBytes);
  return {
    ended: 'limit',
    beganMs: 0,
    elapsedNs: 1e9,
    totalNs: request.flush === 'none' ? 1e9 : 1.5e9,
    flushNs: request.flush === 'none' ? 0 : 0.5e9,
    binNs: request.binNs,
    ...(request.operation !== 'write' && { read: request.timing === 'batched' ? batched(side) : side }),
    ...(request.operation !== 'read' && { write: side }),
    ...changes,
  };
}

/** How many blocks of its share a worker visits. */
export function visitsOf({ blockCount, first, stride }: Share): number {
  return Math.max(0, Math.ceil((blockCount - first) / stride));
}

/** All of the share, at about 1 ns per byte. */
export function fillReply({ share }: FillRequest): FillReply {
  const bytes = visitsOf(share) * share.blockBytes;
  return { beganMs: 0, bytes, elapsedNs: wholeSteps(bytes), flushNs: 1e7 };
}

/** Two workers share the blocks; where there is one more, the first reads it. */
export function holeBytes({ blocks, blockBytes }: HolesRequest, worker: number): number {
  return Math.floor((blocks + 1 - worker) / 2) * blockBytes;
}

/** A worker with which everything works. */
export function agreeable({ kind, request, worker }: ReceivedRequest): FakeReply {
  switch (kind) {
    case 'start':
      return { clockStepNs: CLOCK_STEP_NS, clockCallNs: 40 };
    case 'attach':
      return { sizeBytes: 2 ** 40 };
    case 'writeText':
    case 'detach':
      return {};
    case 'fill':
      return fillReply(request.body as FillRequest);
    case 'pass':
      return passReply(request.body as PassRequest);
    case 'floor':
      return { hotRead: rawSide([0, CLOCK_STEP_NS]), emptyReadNs: 300, getSizeNs: 200, cleanFlushNs: 900 };
    case 'verify':
      return { sectors: 32 };
    case 'holes': {
      return { full: false, growNs: 1e6, bytes: holeBytes(request.body as HolesRequest, worker), elapsedNs: 1e8 };
    }
    case 'sample': {
      const { samples } = request.body as SampleRequest;
      return { ns: samples.map(({ of }) => (of === 'hole' ? 10_000 : 400_000)) };
    }
    default:
      return kind satisfies never;
  }
}

/** Answers as a browser without `readwrite-unsafe` does. */
export function withoutUnsafe(call: ReceivedRequest): FakeReply {
  const isUnsafe = call.kind === 'attach' && (call.request.body as AttachRequest).mode === 'readwrite-unsafe';
  if (isUnsafe && call.worker === 1) return { failure: { code: 'handle_lost', detail: 'NoModificationAllowedError' } };
  return agreeable(call);
}

class FakeWorker implements WorkerLike {
  terminated = false;
  readonly #listeners = new Map<string, (event: { data: unknown; message?: string }) => void>();
  readonly #answer: (request: Request) => FakeReply | Promise<FakeReply>;

  constructor(answer: (request: Request) => FakeReply | Promise<FakeReply>) {
    this.#answer = answer;
  }

  addEventListener(type: string, listener: (event: { data: unknown; message?: string }) => void): void {
    this.#listeners.set(type, listener);
  }

  terminate(): void {
    this.terminated = true;
  }

  postMessage(message: unknown): void {
    const request = message as Request;
    void Promise.resolve().then(async () => {
      if (this.terminated) return;
      const answer = await this.#answer(request);
      if (answer === 'hangs') return;
      if (answer === 'dies') this.#hear('error', { data: null, message: 'out of memory' });
      else if ('failure' in answer) this.#hear('message', { data: { id: request.id, ok: false, ...answer } });
      else this.#hear('message', { data: { id: request.id, ok: true, value: answer } });
    });
  }

  #hear(type: string, event: { data: unknown; message?: string }): void {
    this.#listeners.get(type)?.(event);
  }
}

/** Time that passes only by waiting for it, and then at once. */
export class JumpingClock implements Clock {
  #nowMs = 0;
  readonly #callbacks = new Set<() => void>();

  nowMs(): number {
    return this.#nowMs;
  }

  runAfter(delayMs: number, callback: () => void): () => void {
    const dueMs = this.#nowMs + delayMs;
    let isCancelled = false;
    setTimeout(() => {
      if (isCancelled) return;
      this.#nowMs = Math.max(this.#nowMs, dueMs);
      callback();
    });
    return () => {
      isCancelled = true;
    };
  }

  runEvery(_periodMs: number, callback: () => void): () => void {
    this.#callbacks.add(callback);
    return () => this.#callbacks.delete(callback);
  }

  /** The beat that is done now and then, all of it, this often. */
  beat(times: number): void {
    for (let i = 0; i < times; i++) for (const callback of [...this.#callbacks]) callback();
  }

  get running(): number {
    return this.#callbacks.size;
  }
}

/** A prepared file that is as large as it should be. */
class FakePreparedStore implements PreparedStore {
  manifest: string | null = null;
  bytes = 2 ** 40;
  deleted = 0;

  read(): Promise<{ manifest: string | null; bytes: number } | null> {
    return Promise.resolve({ manifest: this.manifest, bytes: this.bytes });
  }

  markIncomplete(): Promise<void> {
    this.manifest = null;
    return Promise.resolve();
  }

  delete(): Promise<void> {
    this.deleted++;
    return this.markIncomplete();
  }
}

/** Two threads that tick by one clock, and miss the same time where a test says so. */
export class FakePulse implements Pulse {
  #lane = new PulseLane();
  #tick: Tick = { atMs: 1e6, realMs: 1e6 };

  readonly now = () => this.#tick;

  readonly spawn = (): WorkerLike => ({
    postMessage: (message) => {
      this.#lane = new PulseLane((message as { buffer: SharedArrayBuffer }).buffer);
      this.#lane.publish(this.#tick, null);
    },
    terminate: () => undefined,
    addEventListener: () => undefined,
  });

  standStill(ms: number): void {
    const lastTick = this.#tick;
    this.#tick = { atMs: lastTick.atMs + ms, realMs: lastTick.realMs + ms };
    this.#lane.publish(this.#tick, gapBetween(lastTick, this.#tick));
  }
}

/** A page with scripted workers. */
export class FakeHost implements Host {
  readonly clock = new JumpingClock();
  readonly isolated = true;
  readonly core = {
    version: '0.1.0',
    sha256: 'ab'.repeat(32),
    compiler: 'emscripten 3.1.6',
    compile: () => Promise.resolve({} as WebAssembly.Module),
  };
  readonly pulse = new FakePulse();
  readonly asked: ReceivedRequest[] = [];
  readonly workers: FakeWorker[] = [];
  readonly problems: SupportProblem[] = [];
  controls = new Map<number, Control>();
  locked = false;
  lockedElsewhere = false;
  awake = false;
  /** `undefined`: all of them. */
  readonly deleted: (string | undefined)[] = [];
  readonly prepared = new FakePreparedStore();
  visibilityChanges = 0;
  cpuPressure: CpuPressure | null = null;
  isPressureWatched = false;
  readonly pressure = {
    start: () => void (this.isPressureWatched = true),
    end: () => {
      this.isPressureWatched = false;
      return this.cpuPressure;
    },
  };
  leave: () => void = () => undefined;
  readonly #answer: (call: ReceivedRequest) => FakeReply | Promise<FakeReply>;

  constructor(answer: (call: ReceivedRequest) => FakeReply | Promise<FakeReply> = agreeable) {
    this.#answer = answer;
  }

  readonly spawn = (worker: number): WorkerLike => {
    const spawnIndex = this.workers.length;
    const fake = new FakeWorker((request) => {
      const call = { kind: request.kind, worker, spawned: spawnIndex, request };
      if (request.kind === 'start') this.controls.set(spawnIndex, new Control(request.body.control));
      this.asked.push(call);
      if (request.kind === 'writeText') this.prepared.manifest = request.body.text;
      return this.#answer(call);
    });
    this.workers.push(fake);
    return fake;
  };

  missing(): Promise<readonly SupportProblem[]> {
    return Promise.resolve(this.problems);
  }

  lock(): Promise<(() => Promise<void>) | null> {
    if (this.locked || this.lockedElsewhere) return Promise.resolve(null);
    this.locked = true;
    return Promise.resolve(async () => {
      // As in Firefox, where it is free only after a turn.
      await Promise.resolve();
      this.locked = false;
    });
  }

  keepAwake(): () => void {
    this.awake = true;
    return () => {
      this.awake = false;
    };
  }

  watchPage(onLeave: () => void): { changes: () => number; end: () => void } {
    this.leave = onLeave;
    return { changes: () => this.visibilityChanges, end: () => undefined };
  }

  spaceBytes: number | null = null;

  spaceLeft(): Promise<number | null> {
    return Promise.resolve(this.spaceBytes);
  }

  deleteFiles(name?: string): Promise<void> {
    this.deleted.push(name);
    return Promise.resolve();
  }
}
