import type { CallSum } from '@opfsmark/schema/documents';
import { VerifyFailed } from '../../../worker/tasks/serve.ts';
import type { HandReply, HandRequest, Share } from './hand-protocol.ts';

/** What a hand threw, as if it had been thrown here. */
function errorOf({ name, message }: { readonly name: string; readonly message: string }): Error {
  return name === 'VerifyFailed' ? new VerifyFailed(message) : new DOMException(message, name);
}

/** All calls of some hands since they began. */
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
export class Hands {
  readonly #workers: readonly Worker[];

  private constructor(workers: readonly Worker[]) {
    this.#workers = workers;
  }

  /**
   * `control`: lane 0 belongs to the worker that has the hands. One after the other: Firefox 153, told to start two at
   * once, starts one of them and hangs, in one of six runs on a busy machine.
   */
  static async begin(count: number, control: SharedArrayBuffer): Promise<Hands> {
    const workers: Worker[] = [];
    for (let lane = 1; lane <= count; lane++) {
      const worker = new Worker(new URL('./hand.ts', import.meta.url), { type: 'module' });
      await ask(worker, { type: 'begin', control, lane });
      workers.push(worker);
    }
    return new Hands(workers);
  }

  /** Gives the files of a set to the first `hands` of them. */
  async share(hands: number, set: Omit<Share, 'first' | 'hands'>): Promise<Done> {
    return doneOf(await this.#all(hands, (first) => ({ type: 'share', share: { ...set, first, hands } })));
  }

  async step(hands: number, step: Extract<HandRequest, { type: 'step' }>['step']): Promise<Done> {
    return doneOf(await this.#all(hands, () => ({ type: 'step', step })));
  }

  #all(hands: number, request: (index: number) => HandRequest): Promise<Extract<HandReply, { ok: true }>[]> {
    return Promise.all(this.#workers.slice(0, hands).map((worker, index) => ask(worker, request(index))));
  }
}

function ask(worker: Worker, request: HandRequest): Promise<Extract<HandReply, { ok: true }>> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<HandReply>) => {
      if (data.ok) resolve(data);
      else reject(errorOf(data));
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(request);
  });
}
