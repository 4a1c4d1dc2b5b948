/** Storage for apps: two tabs at once, as two workers of one page, which is what a run has, and as two pages. */
import { CONTENDER_IDS } from '@opfsmark/schema/families';
import { say } from '../../scripts/lib/say.mjs';
import { withBenchPage } from '../bench/browser.mjs';
import { createStore } from '../survive/trial.mjs';
import { tryTwoTabs } from '../ts/families/app-storage/worker/interrupt.ts';

const CONTENDERS = CONTENDER_IDS.filter((id) => id !== 'local-storage');
const TRIALS = 3;
const PARTIAL = ['opened', 'cell', 'acknowledged', 'tab_puts'];

/** Asks contenders as a run does; `pages` has the page of each tab, and the first one looks. */
class PageAsker {
  #pages;
  #count = 0;
  #onReply = new Map();

  constructor(pages) {
    this.#pages = pages;
  }

  async listen() {
    for (const page of new Set(this.#pages)) {
      await page.exposeFunction('told', (id, reply) => this.#onReply.get(id)?.(reply));
    }
  }

  ask(request, onReply) {
    const id = this.#count++;
    const page = this.#pages[request.type === 'tab' ? request.tab : 0];
    // The last call of all may come when its page is closed already.
    const call = (name) =>
      page.evaluate(([method, of]) => globalThis.bench[method](of), [name, id]).catch(() => undefined);
    return new Promise((resolve) => {
      this.#onReply.set(id, (reply) => {
        const isPartial = PARTIAL.includes(reply.type);
        if (isPartial && !onReply?.(reply, () => void call('goOn'))) return;
        this.#onReply.delete(id);
        void call('end');
        resolve(isPartial ? null : reply);
      });
      void page.evaluate(([of, asked]) => globalThis.bench.start(of, asked), [id, request]);
    });
  }
}

/** What came of it, contender by contender, in a fresh profile: rows of an earlier trial would hide what is lost. */
const tryAll = (folder, isSeparate) =>
  withBenchPage(
    async ({ page }) => {
      const other = isSeparate ? await page.context().newPage() : page;
      if (isSeparate) await other.goto(page.url());
      await other.waitForFunction(() => 'bench' in globalThis);
      const asker = new PageAsker([page, other]);
      await asker.listen();
      const found = new Map();
      for (const contender of CONTENDERS) {
        await createStore(page, contender);
        const { second, lost, damaged } = (await tryTwoTabs(asker, { contender, size: null })) ?? {};
        found.set(contender, `${second ?? 'no answer'}, ${lost ?? '?'} lost, ${damaged ?? '?'} damaged`);
      }
      return found;
    },
    { folder, root: '../syncs/page' },
  );

export async function proveTwoTabs(expect, folder) {
  const found = { workers: [], pages: [] };
  for (let trial = 0; trial < TRIALS; trial++) {
    found.workers.push(await tryAll(folder, false));
    found.pages.push(await tryAll(folder, true));
  }
  for (const contender of CONTENDERS) {
    const [workers, pages] = [found.workers, found.pages].map((trials) => [
      ...new Set(trials.map((trial) => trial.get(contender))),
    ]);
    say(`  ${contender}: two workers: ${workers.join(' or ')}; two pages: ${pages.join(' or ')}`);
    expect(`${contender} answers two pages as two workers of one page`, workers.join() === pages.join());
  }
}
