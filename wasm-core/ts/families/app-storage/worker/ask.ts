import type { ContenderReply, ContenderRequest, StarterReply, StarterRequest } from '../messages.ts';

const PARTIAL_TYPES = ['opened', 'cell', 'acknowledged', 'tab_puts'] as const;
type PartialReply = Extract<ContenderReply, { readonly type: (typeof PARTIAL_TYPES)[number] }>;
type Last = Exclude<ContenderReply, PartialReply>;

const isPartial = (reply: ContenderReply): reply is PartialReply => PARTIAL_TYPES.some((type) => type === reply.type);

/** A contender that says nothing for this long hangs. A slow drive may take seconds for a large value. */
export const SILENCE_MS = 30_000;

/** A sign of life for whoever watches this worker, while it waits for another one. */
const BEAT_MS = 1000;

/** Returns whether the worker is to be ended now, in the middle of what it does. `goOn` tells one that waits to go on. */
type OnReply = (reply: PartialReply, goOn: () => void) => boolean;

/** Asks contenders, each question in a fresh worker, which the page starts. */
export class Asker {
  readonly #starter: MessagePort;
  readonly #beat: () => void;
  readonly #onDeath = new Map<number, (detail: string) => void>();
  /** Resolves when the page says that it does not reload itself. */
  readonly stays: Promise<void>;
  #count = 0;

  constructor(starter: MessagePort, beat: () => void) {
    this.#starter = starter;
    this.#beat = beat;
    this.stays = new Promise((resolve) => {
      starter.onmessage = ({ data }: MessageEvent<StarterReply>) => {
        if (data.type === 'stays') resolve();
        else this.#onDeath.get(data.id)?.(data.detail);
      };
    });
  }

  /** Asks, and ends the worker: its answer, its failure, or `null` where `onReply` has ended it. */
  ask(request: ContenderRequest, onReply?: OnReply): Promise<Last | null> {
    const id = this.#count++;
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve) => {
      let heard = performance.now();
      const end = (last: Last | null) => {
        clearInterval(timer);
        this.#onDeath.delete(id);
        port1.close();
        this.#send({ type: 'end', id });
        resolve(last);
      };
      const die = (detail: string) => end({ type: 'failed', failure: { code: 'worker_died', detail } });
      const timer = setInterval(() => {
        this.#beat();
        if (performance.now() - heard > SILENCE_MS) die(`no answer for ${SILENCE_MS / 1000} s`);
      }, BEAT_MS);
      this.#onDeath.set(id, die);
      port1.onmessageerror = () => die('an answer could not be read');
      port1.onmessage = ({ data }: MessageEvent<ContenderReply>) => {
        heard = performance.now();
        if (!isPartial(data)) end(data);
        else if (onReply?.(data, () => port1.postMessage(null))) end(null);
      };
      this.#send({ type: 'start', id, request, port: port2 }, [port2]);
    });
  }

  #send(request: StarterRequest, transfer: Transferable[] = []): void {
    this.#starter.postMessage(request, transfer);
  }
}
