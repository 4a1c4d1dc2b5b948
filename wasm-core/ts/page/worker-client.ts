import type { Kind, Protocol, Reply } from '../protocol/messages.ts';
import { CallFailed, failureOf } from './errors.ts';

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
export class WorkerClient {
  readonly #worker: WorkerLike;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #answered = 0;
  #end: Error | null = null;

  constructor(worker: WorkerLike) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }) => this.#finish(data as Reply));
    worker.addEventListener('error', ({ message }) => this.#die(message ?? 'the worker ended without a message'));
    worker.addEventListener('messageerror', () => this.#die('an answer could not be read'));
  }

  get waiting(): boolean {
    return this.#pending.size > 0;
  }

  /** How many messages were sent and received. */
  get exchanged(): number {
    return this.#nextId + this.#answered;
  }

  call<K extends Kind>(kind: K, body: Protocol[K]['request']): Promise<Protocol[K]['reply']> {
    if (this.#end) return Promise.reject(this.#end);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      // The worker answers a request by the reply of its kind: the table in protocol/messages.ts holds both sides to it.
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ id, kind, body });
    });
  }

  /** Rejects every call that waits for an answer, and every later one. The worker may still be at work. */
  abandon(reason: Error): void {
    if (this.#end) return;
    this.#end = reason;
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
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
    this.#answered++;
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if (reply.ok) pending?.resolve(reply.value);
    else pending?.reject(new CallFailed(reply.failure));
  }
}
