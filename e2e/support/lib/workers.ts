import type { Page, Worker as PageWorker } from '@playwright/test';

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
    const spawned: Worker[] = [];
    window.Worker = class extends Worker {
      constructor(...options: ConstructorParameters<typeof Worker>) {
        super(...options);
        spawned.push(this);
      }
    };
    Object.assign(window, { endWorkers: () => spawned.forEach((worker) => worker.terminate()) });
  });
  return () => page.evaluate(() => (window as unknown as { endWorkers: () => void }).endWorkers());
}
