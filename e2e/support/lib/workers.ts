import { expect, type Page, type Worker as PageWorker } from '@playwright/test';

/** Collects every text about the time left of a page that is not open yet, in the order in which people could read it. */
export async function collectTimesLeft(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const texts: string[] = [];
    Object.assign(window, { timesLeft: texts });
    new MutationObserver(() => {
      const text = document.querySelector('progress + p strong')?.textContent ?? '';
      if (text !== '' && texts.at(-1) !== text) texts.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** For a run that lasts minutes. */
export async function expectNeverZeroLeft(page: Page): Promise<void> {
  const texts = await page.evaluate(() => Reflect.get(window, 'timesLeft') as string[]);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => text.startsWith('0 s'))).toEqual([]);
}

/** The workers of a page that do its work. The one that only ticks waits without an end, and would answer nothing. */
export const workersOf = (page: Page): PageWorker[] =>
  page.workers().filter((worker) => !/\/pulse[.-]/.test(worker.url()));

/** Makes the page's workers throw outside of any request, as a bug or a lack of memory would. */
export async function crashWorkers(page: Page): Promise<void> {
  const crash = () => {
    setTimeout(() => {
      throw new Error('crashed on purpose');
    });
  };
  // A worker may end before it answers.
  await Promise.allSettled(workersOf(page).map((worker) => worker.evaluate(crash)));
}

/**
 * Collects the workers of a page that is not open yet. Resolves to a function that ends them without an event. The test
 * then controls the page's clock (`page.clock`); the workers' own clocks, which measure, are untouched.
 */
export async function collectWorkers(page: Page): Promise<() => Promise<void>> {
  await page.clock.install();
  await page.addInitScript(() => {
    const workers: Worker[] = [];
    window.Worker = class extends Worker {
      constructor(...options: ConstructorParameters<typeof Worker>) {
        super(...options);
        workers.push(this);
      }
    };
    Object.assign(window, { endWorkers: () => workers.forEach((worker) => worker.terminate()) });
  });
  return () => page.evaluate(() => (window as unknown as { endWorkers: () => void }).endWorkers());
}

/** Runs this code in each worker of a page that is not open yet, before its own. */
export async function plantInWorkers(page: Page, code: string): Promise<void> {
  await page.route(/worker/i, async (route) => {
    const response = await route.fetch();
    if (!(response.headers()['content-type'] ?? '').includes('javascript')) return route.fulfill({ response });
    return route.fulfill({ response, body: `{${code}}\n${await response.text()}` });
  });
}

/**
 * Resolves to a function after which the drive of a page, which is not open yet, refuses what is written, as Chromium says of a
 * drive that answers with an error of input and output.
 */
export async function plantDyingDrive(page: Page): Promise<() => Promise<unknown>> {
  const code = `
    const { write } = FileSystemSyncAccessHandle.prototype;
    FileSystemSyncAccessHandle.prototype.write = function (...options) {
      if (globalThis.isDriveDead) throw new DOMException('The object is in an invalid state.', 'InvalidStateError');
      return write.apply(this, options);
    };`;
  await plantInWorkers(page, code);
  return () =>
    Promise.all(
      workersOf(page).map((worker) => worker.evaluate(() => Object.assign(globalThis, { isDriveDead: true }))),
    );
}
