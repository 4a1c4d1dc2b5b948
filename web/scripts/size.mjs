/**
 * `npm run size -w web`: what a first visit loads as script, gzipped, page by page. Fails above the budget.
 */
import { firstLoads } from './first-load.mjs';

const BUDGET_KIB = 90;
/** Never a first visit: the page of a run that was measured in this browser, which has most of these files by then. */
const KEPT_RUN = { route: '/history/[started]', budgetKib: 98 };

const budgetOf = (route) => (route === KEPT_RUN.route ? KEPT_RUN.budgetKib : BUDGET_KIB);

const loads = firstLoads();
for (const { route, bytes, files } of loads) {
  console.log(`${route}: ${(bytes / 1024).toFixed(1)} KiB of script in ${files} files (at most ${budgetOf(route)})`);
}
process.exitCode = loads.some(({ route, bytes }) => bytes > budgetOf(route) * 1024) ? 1 : 0;
