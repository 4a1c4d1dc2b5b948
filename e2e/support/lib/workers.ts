import type { Page } from '@playwright/test';

/** Makes the page's workers throw outside of any request, as a bug or a lack of memory would. */
export async function crashWorkers(page: Page): Promise<void> {
  const crash = () => {
    setTimeout(() => {
      throw new Error('crashed on purpose');
    });
  };
  // One that has ended by then, or ends before it has answered, is none to wait for.
  await Promise.allSettled(page.workers().map((worker) => worker.evaluate(crash)));
}

/**
 * Before the page is opened; resolves to what ends its workers without a word to anybody. The page's minutes are then the
 * test's to turn (`page.clock`); the workers' clocks, which measure, stay as they are.
 */
export async function holdWorkers(page: Page): Promise<() => Promise<void>> {
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
