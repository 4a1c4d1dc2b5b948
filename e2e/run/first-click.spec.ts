/** The engine comes after the page: a click on Run before it is there waits for it, and is not lost. */
import { readFileSync } from 'node:fs';
import { expect, test } from '../support/fixtures.ts';
import { BRIEF } from '../support/page-objects/run-page.ts';

const CHUNKS = new URL('../../web/.svelte-kit/chunks.json', import.meta.url);
const ENGINE = 'src/lib/features/run/session/engine.ts';

test('a click on Run before the engine is loaded begins one run', async ({ context, page, runPage }) => {
  const chunk = (JSON.parse(readFileSync(CHUNKS, 'utf8')) as Record<string, string>)[ENGINE] ?? '';
  let letGo: () => void = () => undefined;
  const clicked = new Promise<void>((resolve) => (letGo = resolve));
  await context.route(`**/${chunk}`, async (route) => {
    await clicked;
    await route.continue();
  });
  await runPage.open({ ...BRIEF, engine: 'scripted' });
  await expect(page.getByText('checking this browser')).toBeVisible();
  await runPage.run.click();
  letGo();
  await runPage.reaches('done');
});
