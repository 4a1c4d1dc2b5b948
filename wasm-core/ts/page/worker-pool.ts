import type { Engine } from '@opfsmark/schema/documents';
import { Control } from '../protocol/control.ts';
import type { Kind, Protocol, Reply, StartReply } from '../protocol/messages.ts';
import type { Clock } from './clock.ts';
import { CallFailed, failureOf, Stopped } from './errors.ts';

/** The part of `Worker` that is used here, so that a test can give its own. */
export interface WorkerLike {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  terminate(): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'error' | 'messageerror', listener: (event: { readonly message?: string }) => void): void;
}

export type Spawn = (workerIndex: number) => WorkerLike;

interface Pending {
  readonly resolve: (value: Protocol[Kind]['reply']) => void;
  readonly reject: (reason: Error) => void;
}

/** One worker. Every call is answered exactly once: by a value, by a failure, or by the worker's end. */
class WorkerClient {
  readonly #worker: WorkerLike;
  readonly #pendingCalls = new Map<number, Pending>();
  #nextId = 1;
  #answerCount = 0;
  #end: Error | null = null;

  constructor(worker: WorkerLike) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }) => this.#finish(data as Reply));
    worker.addEventListener('error', ({ message }) => this.#die(message ?? 'the worker ended without a message'));
    worker.addEventListener('messageerror', () => this.#die('an answer could not be read'));
  }

  get waiting(): boolean {
    return this.#pendingCalls.size > 0;
  }

  /** How many messages were sent and received. */
  get exchanged(): number {
    return this.#nextId + this.#answerCount;
  }

  call<K extends Kind>(kind: K, body: Protocol[K]['request']): Promise<Protocol[K]['reply']> {
    if (this.#end) return Promise.reject(this.#end);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      // The worker answers a request by the reply of its kind: the table in protocol/messages.ts holds both sides to it.
      this.#pendingCalls.set(id, { resolve, reject });
      this.#worker.postMessage({ id, kind, body });
    });
  }

  /** Rejects every call that waits for an answer, and every later one. The worker may still be at work. */
  abandon(reason: Error): void {
    if (this.#end) return;
    this.#end = reason;
    for (const { reject } of this.#pendingCalls.values()) reject(reason);
    this.#pendingCalls.clear();
  }

  /** Ends the worker, and frees its handle. */
  terminate(reason: Error): void {
    this.abandon(reason);
    this.#worker.terminate();
  }

  #die(detail: string): void {
    this.terminate(new CallFailed(failureOf('worker_died', detail)));
  }

  #finish(reply: Reply): void {
    this.#answerCount++;
    const pendingCall = this.#pendingCalls.get(reply.id);
    this.#pendingCalls.delete(reply.id);
    if (reply.ok) pendingCall?.resolve(reply.value);
    else pendingCall?.reject(new CallFailed(reply.failure));
  }
}

/** The pool of a run, or a family's own worker. */
interface Watched {
  /** Whether an answer is due. */
  readonly waiting: boolean;
  /** How many messages were sent and received. */
  readonly exchanged: number;
  readonly control: Control;
  /** Written before the request that is open, and not flushed yet; 0 without it. */
  readonly unflushedBytes?: number;
}

const WATCH_PERIOD_MS = 1000;
/** A drive may try to read a bad block for half a minute before it gives up. */
const PATIENCE_S = 40;
/** A flush is silent until it is done: what was written may take as long as on the slowest drive, up to ten minutes. */
const MIN_BYTES_PER_S = 1e6;
const MAX_FLUSH_S = 600;

/**
 * Notices a worker that has died without an error event: a request is open, and for a long time there is neither an answer
 * nor progress in any lane. Counts its own calls, not the time, so that a machine that was asleep is not taken for silent.
 * `target` may begin and change meanwhile. Returns how to end that.
 */
export function watch(clock: Clock, target: () => Watched | null, onDead: (reason: CallFailed) => void): () => void {
  let lastState = '';
  let silentS = 0;
  return clock.runEvery(WATCH_PERIOD_MS, () => {
    const now = target();
    if (!now) return;
    const { waiting, exchanged, control, unflushedBytes = 0 } = now;
    const bytes = control.sum('writeBytes');
    const state = `${exchanged} ${bytes} ${control.sum('readBytes')} ${control.sum('work')} ${control.sum('beats')}`;
    silentS = waiting && state === lastState ? silentS + WATCH_PERIOD_MS / 1000 : 0;
    lastState = state;
    if (silentS > PATIENCE_S + Math.min(MAX_FLUSH_S, (unflushedBytes + bytes) / MIN_BYTES_PER_S)) {
      onDead(new CallFailed(failureOf('worker_died', 'a worker neither answered nor made progress')));
    }
  });
}

/** Starting a worker keeps the page busy for up to a millisecond: other work gets a turn after so many. */
const SPAWNED_PER_TURN = 8;

/** Lets the page do other work. Not by a timer: hidden pages have slow ones. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** The workers of a run and the memory they share. A pool that lost a worker is thrown away, not mended. */
export class WorkerPool {
  readonly control = new Control();
  readonly size: number;
  readonly #spawn: Spawn;
  readonly #workers: WorkerClient[] = [];
  #isStopped = false;

  constructor(spawn: Spawn, size: number) {
    this.#spawn = spawn;
    this.size = size;
  }

  /** Whether an answer is due. */
  get waiting(): boolean {
    return this.#workers.some((worker) => worker.waiting);
  }

  /** How many messages were sent and received. */
  get exchanged(): number {
    return this.#workers.reduce((sum, worker) => sum + worker.exchanged, 0);
  }

  /** Starts all workers and instantiates the core in each; returns what each saw of its clock. */
  async start(module: WebAssembly.Module, engine: Engine): Promise<StartReply[]> {
    for (let index = 0; index < this.size; index++) {
      if (index > 0 && index % SPAWNED_PER_TURN === 0) await turn();
      if (this.#isStopped) throw new Stopped();
      this.#workers.push(new WorkerClient(this.#spawn(index)));
    }
    return this.together(
      'start',
      this.#workers.map((_, workerIndex) => ({ module, workerIndex, control: this.control.buffer, engine })),
    );
  }

  /** Asks one worker. */
  async one<K extends Kind>(index: number, kind: K, body: Protocol[K]['request']): Promise<Protocol[K]['reply']> {
    const worker = this.#workers[index];
    if (!worker) throw new RangeError(`there is no worker ${index}`);
    return worker.call(kind, body);
  }

  /**
   * Asks the first `bodies.length` workers at once. Returns when all have answered; where one fails, the others are
   * told to stop, and the first failure in time is thrown after the last has answered.
   */
  async together<K extends Kind>(kind: K, bodies: readonly Protocol[K]['request'][]): Promise<Protocol[K]['reply'][]> {
    // Before the flag is cleared for them.
    if (this.#isStopped) throw new Stopped();
    this.control.arm(bodies.length);
    const failures: unknown[] = [];
    const calls = bodies.map((body, index) =>
      this.one(index, kind, body).catch((error: unknown) => {
        failures.push(error);
        this.control.stop();
        return null;
      }),
    );
    const replies = await Promise.all(calls);
    if (failures.length > 0) throw failures[0];
    return replies.filter((reply) => reply !== null);
  }

  /**
   * Rejects all calls. Workers in the timed loop leave it after the call under way, and keep their handles until
   * `terminate`.
   */
  stop(reason: Error): void {
    this.#isStopped = true;
    this.control.stop();
    for (const worker of this.#workers) worker.abandon(reason);
  }

  /** Takes the processor for a while where there are many. */
  terminate(reason: Error): void {
    this.stop(reason);
    for (const worker of this.#workers) worker.terminate(reason);
  }
}
