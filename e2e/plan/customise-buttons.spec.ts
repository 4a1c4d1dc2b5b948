import { expect, test } from '../support/fixtures.ts';

for (const [width, height] of [
  [1280, 720],
  [390, 844],
] as const) {
  test(`at ${width}x${height} the buttons of the Customise dialog are visible without scrolling`, async ({
    page,
    runPage,
  }) => {
    await page.setViewportSize({ width, height });
    await runPage.open({ profile: 'nvme' });
    const dialog = await runPage.customise();
    for (const name of ['Use this plan', 'Cancel']) {
      await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    }
  });
}
