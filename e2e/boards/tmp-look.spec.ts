import { makeUpload } from '../../worker-api/test/factory.ts';
import { fillBoards } from '../support/factories/boards.ts';
import { declaration } from '../support/lib/declaration.ts';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';

test.use({ expectedErrors: [/./] });
test('look', async ({ api, page, request }) => {
  test.setTimeout(180_000);
  const ids = await fillBoards(api);
  const more: string[] = [];
  for (const speed of [1, 0.004, 2]) {
    const { record } = makeUpload({ profile: 'default', speed, loops: 1, plan: { loops: 1 } });
    more.push(await api.publish(record, declaration({ device: `Laptop ${speed}` })));
  }
  await expect.poll(async () => (await request.get('/leaderboard?by=os')).text(), { timeout: 30_000 }).toMatch(/macOS/);
  const run = (ids[0] ?? '');
  const slug = ((await (await api.get(`/runs/${run}`)).json()) as { device: { slug: string } }).device.slug;
  const pages: Record<string, string> = {
    board: '/leaderboard',
    'board-os': '/leaderboard?by=os',
    'board-flush': '/leaderboard?metric=rnd4k_q1t1_flush',
    'board-client': '/leaderboard?metric=seq1m_q8t1_write&client=macos~chrome',
    compare: `/compare?runs=${more.join(',')}`,
    'compare-published': '/compare?case=hdd-ssd-hybrid',
    'compare-sweep': '/compare?case=block-sweep-nvme',
    device: `/device/${slug}`,
    method: '/method',
    drives: '/method/drives',
  };
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const lang of ['en', 'ja']) {
      for (const [name, address] of Object.entries(pages)) {
        await visit(page, `${address}${address.includes('?') ? '&' : '?'}lang=${lang}`);
        await page.screenshot({ path: `/tmp/web2-shots/${name}-${width}-${lang}.png`, fullPage: true });
      }
    }
  }
});
import { SHORT } from '../support/page-objects/run-page.ts';
test('look at the dialog', async ({ page, runPage }) => {
  for (const [width, lang] of [[1440, 'en'], [390, 'en'], [390, 'ja']] as const) {
    await page.setViewportSize({ width, height: 900 });
    await visit(page, `/?lang=${lang}&${new URLSearchParams({ ...SHORT, autorun: '1' })}`);
    await runPage.reaches('done', 50_000);
    await page.getByRole('button', { name: lang === 'en' ? 'Publish' : '公開', exact: true }).first().click();
    await expect(runPage.publishDialog).toBeVisible();
    await page.screenshot({ path: `/tmp/web2-shots/publish-${width}-${lang}.png` });
  }
});
