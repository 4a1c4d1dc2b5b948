import type { CallSum } from '@opfsmark/schema/documents';
import { VerifyFailed } from '../../../worker/tasks/serve.ts';
import type { FileWorkerReply, FileWorkerRequest, Share } from '../messages.ts';

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

/** The workers beside the family's own, which share its files. */
export class FileWorkers {
  readonly #ports: readonly MessagePort[];

  constructor(ports: readonly MessagePort[]) {
    this.#ports = ports;
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
    return Promise.all(this.#ports.slice(0, workers).map((port, index) => ask(port, request(index))));
  }
}

/** A worker that dies ends the run: the page, which started it, is told. */
function ask(port: MessagePort, request: FileWorkerRequest): Promise<Extract<FileWorkerReply, { ok: true }>> {
  return new Promise((resolve, reject) => {
    port.onmessage = ({ data }: MessageEvent<FileWorkerReply>) => {
      if (data.ok) resolve(data);
      else reject(errorOf(data));
    };
    port.postMessage(request);
  });
}
