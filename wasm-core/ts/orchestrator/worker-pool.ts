import type { Engine } from '@opfsmark/schema';
import { Control } from '../control.ts';
import type { Kind, Protocol, StartReply } from '../protocol.ts';
import { Stopped } from './errors.ts';
import { WorkerClient, type Spawn } from './worker-client.ts';

/** The workers of a run and the memory they share. A pool that lost a worker is thrown away, not mended. */
export class WorkerPool {
  readonly control = new Control();
  readonly #workers: readonly WorkerClient[];
  #stopped = false;

  constructor(spawn: Spawn, size: number) {
    this.#workers = Array.from({ length: size }, (_, index) => new WorkerClient(spawn(index)));
  }

  get size(): number {
    return this.#workers.length;
  }

  /** Whether anybody owes an answer. */
  get waiting(): boolean {
    return this.#workers.some((worker) => worker.waiting);
  }

  /** How many messages went to and fro. */
  get exchanged(): number {
    return this.#workers.reduce((sum, worker) => sum + worker.exchanged, 0);
  }

  /** Instantiates the core in every worker; what each saw of its clock. */
  start(module: WebAssembly.Module, engine: Engine): Promise<StartReply[]> {
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
    if (this.#stopped) throw new Stopped();
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
   * Nothing that the workers do counts any more, and nobody waits for it. Those in the timed loop leave it after the call
   * under way; their handles are theirs until `terminate`.
   */
  stop(reason: Error): void {
    this.#stopped = true;
    this.control.stop();
    for (const worker of this.#workers) worker.abandon(reason);
  }

  /** Takes the processor for a while where there are many. */
  terminate(reason: Error): void {
    this.stop(reason);
    for (const worker of this.#workers) worker.terminate(reason);
  }
}
