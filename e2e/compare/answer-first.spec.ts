/** A comparison says first what differs, then shows all results on common rulers, and keeps memory apart. */
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { declaration } from '../support/lib/records.ts';
import { expect, test } from '../support/fixtures.ts';
import { read, visit } from '../support/lib/visit.ts';

test('what differs most is said in a sentence, also without script; another baseline turns it around', async ({
  api,
  page,
  request,
}) => {
  const names = [`Drive ${declaration().device}`, `Drive ${declaration().device}`];
  const ids: string[] = [];
  for (const [index, drive] of names.entries()) {
    const { record } = makeUpload({ profile: 'default', speed: index === 0 ? 1 : 0.01 });
    ids.push(await api.publish(record, declaration({ drive })));
  }
  const address = `/compare?runs=${ids.join(',')}`;
  // A hundred times, and what one made-up run differs from another.
  const sentence = `[^:]+: ${names[1]} is \\d{2,3}× slower than ${names[0]}\\.`;
  expect((await read(request, address)).text.replaceAll('\u00a0', ' ')).toMatch(new RegExp(sentence));
  await visit(page, address);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(new RegExp(`^${sentence}$`));
  const rulers = page.getByRole('region', { name: 'On common rulers' });
  await expect(rulers.getByRole('img', { name: /^Opens files: A: read [\d,.]+ · B: read [\d,.]+$/ })).toHaveCount(1);

  const table = page.getByRole('table', { name: 'Figures and ratios' });
  const group = (head: string) =>
    table.getByRole('rowgroup').filter({ has: page.getByRole('rowheader', { name: head }) });
  const [drive, memory] = [group('From the drive'), group('Memory or an unknown source')];
  await expect(drive.getByText('from the drive').first()).toBeVisible();
  await expect(drive.getByText('from memory')).toHaveCount(0);
  await expect(memory.getByText('from memory').first()).toBeVisible();
  await expect(memory.getByText('from the drive')).toHaveCount(0);

  await page.getByRole('link', { name: `Use as baseline: ${names[1]}` }).click();
  await expect(heading).toContainText(`${names[0]} is`);
  await expect(heading).toContainText('× faster than');
});

test('a hard disk is called 1,000 times slower than an SSD, and no ratio or tick is rounded to 0.00 or 0.03', async ({
  page,
}) => {
  await visit(page, '/compare?case=hdd-ssd-hybrid');
  const chart = page.getByRole('figure').filter({ hasText: 'RND4K Q32 read' });
  await expect(chart.getByText(/1,000\s?[x×] slower/).first()).toBeVisible();
  const text = await page.getByRole('main').innerText();
  expect(text).not.toMatch(/[x×]\s?0\.0\d(?!\d)/);
});

test('three long runs stand beside each other without scrolling inside a table, however wide the page is @long', async ({
  api,
  page,
}) => {
  const ids: string[] = [];
  for (const speed of [1, 1.5, 2]) {
    const { record } = makeUpload({ profile: 'default', speed, loops: 1, plan: { loops: 1 } });
    ids.push(await api.publish(record, declaration()));
  }
  await visit(page, `/compare?runs=${ids.join(',')}`);
  const content = page.getByRole('main');
  await expect(content.getByRole('table', { name: 'Figures and ratios' })).toBeVisible();
  await expect(content.getByRole('table', { name: 'What differs besides the speed' })).toBeVisible();
  const scrollingElements = () =>
    content.locator('*').evaluateAll((elements) =>
      elements
        .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflow))
        .filter(
          ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
            scrollHeight > clientHeight || scrollWidth > clientWidth,
        )
        .map(({ tagName, scrollHeight, clientHeight }) => `${tagName}: ${scrollHeight} in ${clientHeight} px`),
    );
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(scrollingElements, { message: `${width} px` }).toEqual([]);
  }
});
