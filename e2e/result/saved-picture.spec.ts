/** The picture that is saved is the answer card: of any family, in the language of the page, with memory marked as such. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ALL_WORDS } from '@opfsmark/schema/answer/words/all';
import type { RunRecord } from '@opfsmark/schema/families';
import { declaration, realRecord } from '../support/lib/records.ts';
import { speak } from '../support/lib/visit.ts';
import { expect, test } from '../support/fixtures.ts';

const LANGUAGES = {
  en: { words: ALL_WORDS.en, menu: 'Save as…', png: 'PNG picture' },
  ja: { words: ALL_WORDS.ja, menu: '保存…', png: 'PNG 画像' },
} as const;
/** Every record in every language is drawn in `web/test/answer.test.ts`; here two of them become pixels. */
const PICTURES: readonly [language: keyof typeof LANGUAGES, record: RunRecord][] = [
  ['ja', realRecord('quick')],
  ['en', realRecord('family-stutter')],
];
/** As the drawing has them: stripes of memory, and the diamond of a write. */
const STRIPES = [0xe2, 0xe5, 0xea];
const WRITE = [0xc2, 0x57, 0x0c];

/** The drawing, before it becomes pixels. */
async function watchDrawing(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const create = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (object: Blob) => {
      if (object.type === 'image/svg+xml') void object.text().then((text) => (document.body.dataset['drawn'] = text));
      return create(object);
    };
  });
  return async () => (await page.locator('body').getAttribute('data-drawn')) ?? '';
}

/** Size of a picture, and how many of its pixels have each colour. */
const pixelsOf = (page: Page, png: Buffer, colours: readonly (readonly number[])[]) =>
  page.evaluate(
    async ([base64, wantedColours]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const { width, height } = picture;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      const counts = wantedColours.map((colour) => {
        let count = 0;
        for (let at = 0; at < data.length; at += 4) {
          if (colour.every((part, index) => data[at + index] === part)) count++;
        }
        return count;
      });
      return { width, height, counts };
    },
    [png.toString('base64'), colours] as const,
  );

for (const [language, record] of PICTURES) {
  const { words, menu, png } = LANGUAGES[language];
  test(`the picture of ${record.family} is its card in ${language} @long`, async ({ api, page, sharedRunPage }) => {
    const { device } = declaration();
    const id = await api.publish(record, { device });
    const drawnSvg = await watchDrawing(page);
    await sharedRunPage.open(id);
    if (language === 'ja') await speak(page, 'ja');
    await page.getByText(menu, { exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: png, exact: true }).click();
    const file = await readFile(await (await download).path());

    const svg = await drawnSvg();
    const isGrid = record.family === 'matrix';
    expect(svg).toContain(isGrid ? words.pictures.score.drive : words.answer.families[record.family].name);
    expect(svg).toContain(device);
    expect(svg.includes(words.answer.memoryMeans)).toBe(isGrid);
    const { width, height, counts } = await pixelsOf(page, file, [STRIPES, WRITE]);
    expect([width, height]).toEqual([2400, 1260]);
    const [stripes = 0, write = 0] = counts;
    // A strip of memory is as wide as the card.
    expect(stripes > 10_000).toBe(isGrid);
    expect(write).toBeGreaterThan(1_000);
  });
}
