import { makeUpload } from '../../worker-api/test/factory.ts';
import { fillBoards } from '../support/factories/boards.ts';
import { declaration } from '../support/factories/declaration.ts';
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
