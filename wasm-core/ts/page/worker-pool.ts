import type { Engine } from '@opfsmark/schema/documents';
import { Control } from '../protocol/control.ts';
import type { Kind, Protocol, StartReply } from '../protocol/messages.ts';
import { Stopped } from './errors.ts';
import { WorkerClient, type Spawn } from './worker-client.ts';

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
  #stopped = false;

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
      if (this.#stopped) throw new Stopped();
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
   * Rejects all calls. Workers in the timed loop leave it after the call under way, and keep their handles until
   * `terminate`.
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
