import type { CallSum } from '@opfsmark/schema/documents';
import { VerifyFailed } from '../../../worker/tasks/serve.ts';
import type { FileWorkerReply, FileWorkerRequest, Share } from './messages.ts';

/** The exception of a worker, to be thrown here. */
function errorOf({ name, message }: { readonly name: string; readonly message: string }): Error {
  return name === 'VerifyFailed' ? new VerifyFailed(message) : new DOMException(message, name);
}

/** All calls of some workers since they began. */
export interface Done {
  readonly read: CallSum;
  readonly write: CallSum;
}

const plus = (a: CallSum, b: CallSum): CallSum => ({
  calls: a.calls + b.calls,
  bytes: a.bytes + b.bytes,
  ns: a.ns + b.ns,
});

function doneOf(replies: readonly Done[]): Done {
  return replies.reduce((sum, { read, write }) => ({ read: plus(sum.read, read), write: plus(sum.write, write) }));
}

/** Workers inside the family's own, which share its files. They end with it. */
export class FileWorkers {
  readonly #workers: readonly Worker[];

  private constructor(workers: readonly Worker[]) {
    this.#workers = workers;
  }

  /**
   * Lane 0 of `control` belongs to the worker that starts these. One after the other: Firefox 153, asked to start two at
   * once, started one of them and hung, in one of six runs on a busy machine.
   */
  static async start(count: number, control: SharedArrayBuffer): Promise<FileWorkers> {
    const workers: Worker[] = [];
    for (let lane = 1; lane <= count; lane++) {
      const worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' });
      await ask(worker, { type: 'start', control, lane });
      workers.push(worker);
    }
    return new FileWorkers(workers);
  }

  /** Gives the files of a set to the first `workers` of them. */
  async share(workers: number, set: Omit<Share, 'first' | 'workers'>): Promise<Done> {
    return doneOf(await this.#all(workers, (first) => ({ type: 'share', share: { ...set, first, workers } })));
  }

  async step(workers: number, step: Extract<FileWorkerRequest, { type: 'step' }>['step']): Promise<Done> {
    return doneOf(await this.#all(workers, () => ({ type: 'step', step })));
  }

  #all(
    workers: number,
    request: (index: number) => FileWorkerRequest,
  ): Promise<Extract<FileWorkerReply, { ok: true }>[]> {
    return Promise.all(this.#workers.slice(0, workers).map((worker, index) => ask(worker, request(index))));
  }
}

function ask(worker: Worker, request: FileWorkerRequest): Promise<Extract<FileWorkerReply, { ok: true }>> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FileWorkerReply>) => {
      if (data.ok) resolve(data);
      else reject(errorOf(data));
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(request);
  });
}
