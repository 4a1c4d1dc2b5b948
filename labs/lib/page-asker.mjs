/** Asks contenders from outside as a run does, each in the page of its tab: see `Asker` in wasm-core. */

const PARTIAL_REPLIES = ['opened', 'cell', 'acknowledged', 'tab_puts', 'ready', 'calling', 'called'];

export class PageAsker {
  #pages;
  #count = 0;
  #onReply = new Map();

  /** @param {readonly any[]} pages the page of each tab; the first one looks */
  constructor(pages) {
    this.#pages = pages;
  }

  async listen() {
    for (const page of new Set(this.#pages)) {
      await page.exposeFunction('told', (id, reply) => this.#onReply.get(id)?.(reply));
    }
  }

  /** @param {string} crew */
  dismiss(crew) {
    for (const page of this.#pages) void page.evaluate((name) => globalThis.bench.dismiss(name), crew);
  }

  /**
   * @param {any} request
   * @param {(reply: any, goOn: () => void) => boolean} [onReply]
   * @param {AbortSignal} [signal]
   */
  ask(request, onReply, signal) {
    const id = this.#count++;
    const page = this.#pages[request.tab ?? request.worker ?? 0];
    // The last call of all may come when its page is closed already.
    const call = (name) =>
      page.evaluate(([method, of]) => globalThis.bench[method](of), [name, id]).catch(() => undefined);
    return new Promise((resolve) => {
      const end = (reply) => {
        this.#onReply.delete(id);
        void call(request.crew !== undefined && reply?.mayStay ? 'rest' : 'end');
        resolve(reply);
      };
      this.#onReply.set(id, (reply) => {
        const isPartial = PARTIAL_REPLIES.includes(reply.type);
        if (!isPartial || onReply?.(reply, () => void call('goOn'))) end(isPartial ? null : reply);
      });
      signal?.addEventListener('abort', () => end(null));
      void page.evaluate(([of, body]) => globalThis.bench.start(of, body), [id, request]);
    });
  }
}
