/**
 * `npm run size -w web`: what a first visit loads as script, gzipped, page by page. Fails above the budget.
 */
import { firstLoads } from './first-load.mjs';

const BUDGET_KIB = 90;

const loads = firstLoads();
for (const { route, bytes, files } of loads) {
  console.log(`${route}: ${(bytes / 1024).toFixed(1)} KiB of script in ${files} files (at most ${BUDGET_KIB})`);
}
process.exitCode = loads.some(({ bytes }) => bytes > BUDGET_KIB * 1024) ? 1 : 0;
