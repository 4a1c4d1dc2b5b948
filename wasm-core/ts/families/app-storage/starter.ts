import type { ContenderRequest, StarterReply, StarterRequest } from './messages.ts';

const spawn = () => new Worker(new URL('./worker/contender.ts', import.meta.url), { type: 'module' });

/** A worker, and which request it has: none while it rests. */
interface Hand {
  readonly worker: Worker;
  readonly crew: string | undefined;
  readonly task: ContenderRequest['type'];
  id: number | null;
}

/**
 * Contenders' workers, each of which has one request. One of a crew that has ended its request well rests, and has the next one of its
 * kind: so the code of a contender is loaded once for all repeats.
 */
export class ContenderWorkers {
  readonly #onDeath: (id: number, detail: string) => void;
  readonly #hands = new Set<Hand>();

  constructor(onDeath: (id: number, detail: string) => void) {
    this.#onDeath = onDeath;
  }

  /** Hands the request to a worker, with the port to which it answers. */
  start(id: number, request: ContenderRequest, port: MessagePort): void {
    const hand = this.#resting(request) ?? this.#hire(request);
    hand.id = id;
    hand.worker.postMessage(request, [port]);
  }

  /** It has ended its request and stays for another one. */
  rest(id: number): void {
    const hand = this.#handOf(id);
    if (hand) hand.id = null;
  }

  end(id: number): void {
    const hand = this.#handOf(id);
    if (hand) this.#dismiss(hand);
  }

  /** Ends those of a crew that rest. */
  dismiss(crew: string): void {
    for (const hand of this.#hands) if (hand.crew === crew && hand.id === null) this.#dismiss(hand);
  }

  /** Ends all that still run. */
  close(): void {
    for (const hand of this.#hands) this.#dismiss(hand);
  }

  #handOf(id: number): Hand | undefined {
    return [...this.#hands].find((hand) => hand.id === id);
  }

  #resting({ crew, type }: ContenderRequest): Hand | undefined {
    if (crew === undefined) return undefined;
    return [...this.#hands].find((hand) => hand.id === null && hand.crew === crew && hand.task === type);
  }

  #hire({ crew, type }: ContenderRequest): Hand {
    const worker = spawn();
    const hand: Hand = { worker, crew, task: type, id: null };
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      if (hand.id === null) this.#dismiss(hand);
      else this.#onDeath(hand.id, event.message || 'the worker ended without a message');
    });
    this.#hands.add(hand);
    return hand;
  }

  #dismiss(hand: Hand): void {
    hand.worker.terminate();
    this.#hands.delete(hand);
  }
}

/**
 * Starts and ends contenders' workers for the family's own worker, which has the other end of the port: see
 * `Task.helpers` for why it does not start them itself.
 */
export class ContenderStarter {
  readonly #port: MessagePort;
  readonly #workers = new ContenderWorkers((id, detail) => this.#tell({ type: 'died', id, detail }));

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<StarterRequest>) => this.#do(data);
  }

  /** The page could not reload itself: the run goes on without. */
  stay(): void {
    this.#tell({ type: 'stays' });
  }

  /** Ends all that still run. */
  close(): void {
    this.#port.close();
    this.#workers.close();
  }

  #do(request: StarterRequest): void {
    switch (request.type) {
      case 'start':
        this.#workers.start(request.id, request.request, request.port);
        return;
      case 'dismiss':
        this.#workers.dismiss(request.crew);
        return;
      case 'rest':
      case 'end':
        this.#workers[request.type](request.id);
    }
  }

  #tell(reply: StarterReply): void {
    this.#port.postMessage(reply);
  }
}
