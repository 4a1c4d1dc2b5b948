/**
 * `npm run size -w web`: what a first visit loads as script, gzipped, page by page. Fails above the budget.
 */
import { firstLoads } from './first-load.mjs';

/** Pages that people come to from elsewhere: the run page, and a result that somebody has shared. */
const LANDING = { routes: ['/', '/r/[id]'], budgetKib: 95 };
const BUDGET_KIB = 130;

const budgetOf = (route) => (LANDING.routes.includes(route) ? LANDING.budgetKib : BUDGET_KIB);

const loads = firstLoads();
for (const { route, bytes, files } of loads) {
  console.log(`${route}: ${(bytes / 1024).toFixed(1)} KiB of script in ${files} files (at most ${budgetOf(route)})`);
}
process.exitCode = loads.some(({ route, bytes }) => bytes > budgetOf(route) * 1024) ? 1 : 0;
