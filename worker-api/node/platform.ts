/** The platform that workerd gives a Worker besides D1 and R2, on Node.js: answers that are kept, a rate limit, work after an answer, and places. */
import { LRUCache } from 'lru-cache';

interface KeptAnswer {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: ArrayBuffer;
}

const maxAgeMs = (headers: Headers) =>
  1000 * Number(/\bmax-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1] ?? 0);

const BYTES_PER_LETTER = 2;

/** What an answer takes of memory: of a short one, asked for by a long address, most is the address. */
function bytesOf({ headers, body }: KeptAnswer, key: string): number {
  const letters = headers.reduce((sum, [name, value]) => sum + name.length + value.length, key.length);
  return body.byteLength + BYTES_PER_LETTER * letters;
}

/** `caches.default` in memory: what was not asked for longest goes first when there is no more room. */
export class MemoryCache {
  readonly #answers: LRUCache<string, KeptAnswer>;

  constructor(maxBytes: number) {
    // The library would keep the clock that was there when it was loaded.
    const perf = { now: () => performance.now() };
    this.#answers = new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf, perf });
  }

  async match(request: Request | string): Promise<Response | undefined> {
    return this.find(keyOf(request));
  }

  /** The same at once. */
  find(key: string): Response | undefined {
    const answer = this.#answers.get(key);
    return answer && new Response(answer.body, answer);
  }

  async put(request: Request | string, response: Response): Promise<void> {
    await this.keep(keyOf(request), response, maxAgeMs(response.headers));
  }

  /** Keeps an answer for a time, and returns it. */
  async keep(key: string, response: Response, ms: number): Promise<Response> {
    const { status, headers } = response;
    const body = await response.arrayBuffer();
    // To the library, no time is for ever.
    if (ms > 0) this.#answers.set(key, { status, headers: [...headers], body }, { ttl: ms });
    return new Response(body, { status, headers });
  }

  async delete(request: Request | string): Promise<boolean> {
    return this.#answers.delete(keyOf(request));
  }
}

const keyOf = (request: Request | string) => (typeof request === 'string' ? request : request.url);

/** So many requests of each key in each period, as the binding of that name counts them. */
export function rateLimitOf({ limit, period }: { readonly limit: number; readonly period: number }): RateLimit {
  let counts = new Map<string, number>();
  let endMs = -Infinity;
  return {
    limit: async ({ key }) => {
      // The clock of the wall may be set back, and would then count no new period for as long.
      const nowMs = performance.now();
      if (nowMs >= endMs) {
        counts = new Map();
        endMs = nowMs + 1000 * period;
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { success: count <= limit };
    },
  };
}

/** Lets each key have no more than so much under way at once. */
export class AtOnce {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** What the work comes to; `null` where it was not begun. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T | null> {
    const countOf = () => this.#counts.get(key) ?? 0;
    if (countOf() >= this.#most) return null;
    this.#counts.set(key, countOf() + 1);
    try {
      return await work();
    } finally {
      this.#counts.set(key, countOf() - 1);
      if (countOf() === 0) this.#counts.delete(key);
    }
  }
}

/** The work that goes on after answers. */
export class WorkAfterAnswers {
  readonly #pending = new Set<Promise<unknown>>();

  readonly context = {
    waitUntil: (work: Promise<unknown>) => {
      const settled = work.catch((error: unknown) => console.error(error)).finally(() => this.#pending.delete(settled));
      this.#pending.add(settled);
    },
    passThroughOnException: () => undefined,
    props: {},
  };

  async ended(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }
}

/** A network that has asked for nothing comes before those that always ask until it has had so much. */
const SAVED_MS = 1000;
/** Of more networks than these what they have had is forgotten, where nobody of them waits. */
const MAX_LINES = 1000;

interface Line {
  hadMs: number;
  readonly waiting: { readonly enter: () => void; readonly refuse: (error: Error) => void }[];
}

/** How many may wait, and what the others are told. */
interface Room {
  readonly most: number;
  readonly refusal: () => Error;
}

/**
 * Lets so many do their work at once. Of those who wait the network comes first that has had the least time, so that who asks for
 * much waits for himself; where too many wait, the last of the network that has most of them is refused.
 */
export class Places {
  readonly #count: number;
  readonly #room: Room | null;
  #free: number;
  #waiting = 0;
  /** By network: the time that it has had, and who waits. */
  readonly #lines = new Map<string, Line>();
  /** The time that a network has had which asks all the while. */
  #hadMs = 0;
  #isFilling = false;

  constructor(count: number, room: Room | null = null) {
    this.#count = count;
    this.#free = count;
    this.#room = room;
  }

  async take<T>(network: string, work: () => Promise<T>): Promise<T> {
    this.#fillSoon();
    await new Promise<void>((enter, refuse) => {
      this.#lineOf(network).waiting.push({ enter, refuse });
      this.#waiting++;
      if (this.#room !== null && this.#waiting > this.#room.most) this.#refuseOne(this.#room);
    });
    const startMs = performance.now();
    try {
      return await work();
    } finally {
      this.#lineOf(network).hadMs += performance.now() - startMs;
      this.#free++;
      this.#fillSoon();
    }
  }

  #lineOf(network: string): Line {
    const known = this.#lines.get(network);
    if (!known && this.#lines.size >= MAX_LINES) {
      for (const [key, { waiting }] of this.#lines) if (waiting.length === 0) this.#lines.delete(key);
    }
    const line = known ?? { hadMs: -Infinity, waiting: [] };
    line.hadMs = Math.max(line.hadMs, this.#hadMs - SAVED_MS);
    this.#lines.set(network, line);
    return line;
  }

  #refuseOne({ refusal }: Room): void {
    const longest = [...this.#lines.values()].reduce((a, b) => (b.waiting.length > a.waiting.length ? b : a));
    this.#waiting--;
    longest.waiting.pop()?.refuse(refusal());
  }

  /** Who has come meanwhile is heard first: work that waits for nothing would keep all sockets unread. */
  #fillSoon(): void {
    if (this.#isFilling) return;
    this.#isFilling = true;
    setImmediate(() => {
      this.#isFilling = false;
      while (this.#free > 0 && this.#letIn()) this.#free--;
    });
  }

  #letIn(): boolean {
    let next: Line | undefined;
    for (const line of this.#lines.values()) {
      if (line.waiting.length > 0 && (next === undefined || line.hadMs < next.hadMs)) next = line;
    }
    if (next !== undefined) {
      this.#hadMs = Math.max(this.#hadMs, next.hadMs);
      this.#waiting--;
      next.waiting.shift()?.enter();
    } else if (this.#free === this.#count) {
      // Where nobody waits, nobody has had too much.
      this.#lines.clear();
      this.#hadMs = 0;
    }
    return next !== undefined;
  }
}

/** Of several who ask for the same at once, one is answered anew, and the others with what is kept then. */
export class Once {
  readonly #begun = new Map<string, Promise<Response>>();

  async answer(key: string, find: () => Response | undefined, make: () => Promise<Response>): Promise<Response> {
    const earlier = this.#begun.get(key);
    if (earlier !== undefined) {
      await earlier.catch(() => undefined);
      return find() ?? make();
    }
    const answer = make();
    this.#begun.set(key, answer);
    return answer.finally(() => this.#begun.delete(key));
  }
}
