/**
 * `npm test`: from a fresh clone, everything. Goes on after a failure so that all are reported; the last line sums up.
 * Suites can be chosen by a part of their names: `npm test -- e2e native`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toldToStop } from './lib/children.mjs';
import { installDependencies } from './lib/dependencies.mjs';
import { main, PlainError, say } from './lib/say.mjs';
import { sum } from './lib/test/counts.mjs';
import { SUITES } from './lib/test/suites.mjs';

const FAILED = { passed: 0, failed: 1, skipped: 0 };

async function countsOf(suite, reports) {
  try {
    return await suite.run(reports);
  } catch (error) {
    if (!toldToStop) console.error(error instanceof PlainError ? error.message : error);
    return FAILED;
  }
}

function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

async function runAll(suites, reports) {
  const results = [];
  for (const suite of suites) {
    if (toldToStop) break;
    say(`\n=== ${suite.name}`);
    const start = performance.now();
    const counts = await countsOf(suite, reports);
    results.push({ name: suite.name, counts, seconds: (performance.now() - start) / 1000 });
  }
  return results;
}

function chosen(words) {
  const suites = SUITES.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (suites.length > 0) return suites;
  throw new PlainError(`No suite has a name like that. There are: ${SUITES.map(({ name }) => name).join('; ')}.`);
}

await main(async () => {
  const suites = chosen(process.argv.slice(2));
  const reports = mkdtempSync(join(tmpdir(), 'opfsmark-test-'));
  try {
    const install = { name: 'dependencies', run: () => installDependencies().then(() => sum([])) };
    const installed = await countsOf(install, reports);
    const results = installed.failed > 0 ? [] : await runAll(suites, reports);
    say('');
    for (const { name, counts, seconds } of results) {
      say(`${name.padEnd(38)} ${`${seconds.toFixed(1)} s`.padStart(8)}   ${line(counts)}`);
    }
    const missing = installed.failed > 0 ? suites.length : suites.length - results.length;
    const total = sum([...results.map(({ counts }) => counts), { ...FAILED, failed: missing }]);
    say(`\n${line(total)}`);
    if (total.failed > 0) process.exitCode = 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});
