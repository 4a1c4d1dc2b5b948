/** The platform that workerd gives a Worker besides D1 and R2, on Node.js: answers that are kept, a rate limit, work after an answer, and turns. */
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

/**
 * Uploads take turns: of several that are alike and meet, each would be compared with the others anew. Whoever sends slowly keeps
 * nobody waiting, because a body is there before its turn comes.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  readonly take = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  };
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
