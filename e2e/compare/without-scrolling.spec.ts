import { declaration } from '../support/lib/declaration.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';

for (const [width, height] of [
  [1280, 720],
  [390, 844],
] as const) {
  test(`at ${width} px three long runs stand beside each other without scrolling inside a table`, async ({
    api,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const ids: string[] = [];
    for (const speed of [1, 1.5, 2]) {
      const { record } = makeUpload({ profile: 'default', speed, loops: 1, plan: { loops: 1 } });
      ids.push(await api.publish(record, declaration()));
    }
    await visit(page, `/compare?runs=${ids.join(',')}`);
    const content = page.getByRole('main');
    await expect(content.getByRole('table', { name: 'Figures and ratios' })).toBeVisible();
    await expect(content.getByRole('table', { name: 'What differs besides the speed' })).toBeVisible();
    const scrolling = await content.locator('*').evaluateAll((elements) =>
      elements
        .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflow))
        .filter(
          ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
            scrollHeight > clientHeight || scrollWidth > clientWidth,
        )
        .map(({ tagName, scrollHeight, clientHeight }) => `${tagName}: ${scrollHeight} in ${clientHeight} px`),
    );
    expect(scrolling).toEqual([]);
  });
}
