import type { StarterReply, StarterRequest } from './messages.ts';

/**
 * Starts and ends contenders' workers for the family's own worker, which has the other end of the port: see
 * `Task.helpers` for why it does not start them itself.
 */
export class ContenderStarter {
  readonly #port: MessagePort;
  readonly #workers = new Map<number, Worker>();

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<StarterRequest>) => {
      if (data.type === 'start') this.#start(data);
      else this.#end(data.id);
    };
  }

  /** The page could not reload itself: the run goes on without. */
  stay(): void {
    this.#tell({ type: 'stays' });
  }

  /** Ends all that still run. */
  close(): void {
    this.#port.close();
    for (const id of this.#workers.keys()) this.#end(id);
  }

  #start({ id, request, port }: Extract<StarterRequest, { type: 'start' }>): void {
    const worker = new Worker(new URL('./worker/contender.ts', import.meta.url), { type: 'module' });
    this.#workers.set(id, worker);
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#tell({ type: 'died', id, detail: event.message || 'the worker ended without a message' });
    });
    worker.postMessage(request, [port]);
  }

  #tell(reply: StarterReply): void {
    this.#port.postMessage(reply);
  }

  #end(id: number): void {
    this.#workers.get(id)?.terminate();
    this.#workers.delete(id);
  }
}
