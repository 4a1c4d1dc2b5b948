/**
 * `npm test`: from a fresh clone, everything. Goes on after a failure so that all are reported; the last line sums up.
 * Suites can be chosen by a part of their names: `npm test -- e2e native`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
// Not by name: a Node.js too old to have it must still get as far as the sentence that says so.
import os from 'node:os';
import { join } from 'node:path';
import { toldToStop } from './lib/children.mjs';
import { run } from './lib/command.mjs';
import { installDependencies } from './lib/dependencies.mjs';
import { main, PlainError, say } from './lib/say.mjs';
import { sum } from './lib/test/counts.mjs';
import { STAGES } from './lib/test/suites.mjs';

const FAILED = { passed: 0, failed: 1, skipped: 0 };
/** Type checkers and linters take half a gigabyte each. */
const MOST_LANES = 4;

async function countsOf(suite, desk) {
  try {
    return await suite.run(desk);
  } catch (error) {
    if (!toldToStop) desk.say(error instanceof PlainError ? error.message : (error.stack ?? String(error)));
    return FAILED;
  }
}

function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Where a suite works that is alone: everything is shown as it comes. */
function openDesk(reports) {
  return { reports, say, run: (command, args, options) => run(command, args, { ...options, output: 'both' }) };
}

/** Where one of several works: what it says is kept, to be shown in one piece. */
function quietDesk(reports, pages) {
  return {
    reports,
    say: (sentence) => pages.push(`${sentence}\n`),
    run: async (command, args, options) => {
      const result = await run(command, args, { ...options, output: 'collect' });
      pages.push(result.text);
      return result;
    },
  };
}

async function runSuite(suite, reports, alone) {
  const pages = [];
  if (alone) say(`\n=== ${suite.name}`);
  const start = performance.now();
  const counts = await countsOf(suite, alone ? openDesk(reports) : quietDesk(reports, pages));
  const seconds = (performance.now() - start) / 1000;
  if (!alone) say(`\n=== ${suite.name}\n${pages.join('').trimEnd()}`);
  return { name: suite.name, counts, seconds };
}

async function runStage(suites, reports) {
  const waiting = [...suites];
  const results = [];
  const lane = async () => {
    for (let suite = waiting.shift(); suite && !toldToStop; suite = waiting.shift()) {
      results.push(await runSuite(suite, reports, suites.length === 1));
    }
  };
  await Promise.all(Array.from({ length: Math.min(os.availableParallelism(), MOST_LANES) }, lane));
  return results;
}

function chosen(words) {
  const wanted = ({ name }) => words.length === 0 || words.some((word) => name.includes(word));
  const stages = STAGES.map((suites) => suites.filter(wanted)).filter((suites) => suites.length > 0);
  if (stages.length > 0) return stages;
  const names = STAGES.flat().map(({ name }) => name);
  throw new PlainError(`No suite has a name like that. There are: ${names.join('; ')}.`);
}

await main(async () => {
  const stages = chosen(process.argv.slice(2));
  const reports = mkdtempSync(join(os.tmpdir(), 'opfsmark-test-'));
  const start = performance.now();
  try {
    const install = { name: 'dependencies', run: () => installDependencies().then(() => sum([])) };
    const installed = await countsOf(install, openDesk(reports));
    const results = [];
    if (installed.failed === 0) {
      for (const suites of stages) if (!toldToStop) results.push(...(await runStage(suites, reports)));
    }
    say('');
    for (const { name, counts, seconds } of results) {
      say(`${name.padEnd(46)} ${`${seconds.toFixed(1)} s`.padStart(8)}   ${line(counts)}`);
    }
    say(`${'all'.padEnd(46)} ${`${((performance.now() - start) / 1000).toFixed(1)} s`.padStart(8)}`);
    const missing = stages.flat().length - results.length;
    const total = sum([...results.map(({ counts }) => counts), { ...FAILED, failed: missing }]);
    say(`\n${line(total)}`);
    if (total.failed > 0) process.exitCode = 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});
