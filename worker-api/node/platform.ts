/** The platform that workerd gives a Worker besides D1 and R2, on Node.js: answers that are kept, a rate limit, work after an answer. */

interface KeptAnswer {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: ArrayBuffer;
  readonly untilMs: number;
}

const maxAgeMs = (headers: Headers) =>
  1000 * Number(/\bmax-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1] ?? 0);

/** `caches.default` in memory: what was not asked for longest goes first when there is no more room. */
export class MemoryCache {
  readonly #answers = new Map<string, KeptAnswer>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  async match(request: Request | string): Promise<Response | undefined> {
    return this.find(keyOf(request));
  }

  /** The same at once. */
  find(key: string): Response | undefined {
    const answer = this.#answers.get(key);
    if (answer === undefined) return undefined;
    this.#remove(key);
    if (answer.untilMs < Date.now()) return undefined;
    this.#add(key, answer);
    const { status, headers, body } = answer;
    return new Response(body, { status, headers });
  }

  async put(request: Request | string, response: Response): Promise<void> {
    await this.keep(keyOf(request), response, maxAgeMs(response.headers));
  }

  /** Keeps an answer for a time, and returns it. */
  async keep(key: string, response: Response, ms: number): Promise<Response> {
    const { status, headers } = response;
    const body = await response.arrayBuffer();
    this.#remove(key);
    if (body.byteLength <= this.#maxBytes) {
      this.#add(key, { status, headers: [...headers], body, untilMs: Date.now() + ms });
    }
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
    return new Response(body, { status, headers });
  }

  async delete(request: Request | string): Promise<boolean> {
    return this.#remove(keyOf(request));
  }

  #add(key: string, answer: KeptAnswer): void {
    this.#answers.set(key, answer);
    this.#bytes += answer.body.byteLength;
  }

  #remove(key: string): boolean {
    this.#bytes -= this.#answers.get(key)?.body.byteLength ?? 0;
    return this.#answers.delete(key);
  }
}

const keyOf = (request: Request | string) => (typeof request === 'string' ? request : request.url);

/** So many requests of each key in each period, as the binding of that name counts them. */
export function rateLimitOf({ limit, period }: { readonly limit: number; readonly period: number }): RateLimit {
  let counts = new Map<string, number>();
  let endMs = 0;
  return {
    limit: async ({ key }) => {
      const nowMs = Date.now();
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
