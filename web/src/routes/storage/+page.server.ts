import { MEASURED_FACTS } from '@opfsmark/schema/families/app-storage/facts';
import { measuredRun, measuredWhere } from '@opfsmark/schema/report/store-facts';
import type { PageServerLoad } from './$types';

/** Boards name a browser by who ships it. */
const BOARD_BROWSERS: Readonly<Record<string, string>> = { chromium: 'chrome' };

/** Here, so that the facts are no script of the page. */
export const load: PageServerLoad = () => ({
  browsers: MEASURED_FACTS.map((entry) => ({
    ...measuredRun(entry),
    where: measuredWhere(entry),
    about: `${entry.date} · ${entry.machine}`,
    client: `${entry.os}~${BOARD_BROWSERS[entry.browser] ?? entry.browser}`,
  })),
});
