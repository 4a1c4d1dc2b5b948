/**
 * `npm test`: from a fresh clone, everything that must hold before a merge. `npm run test:long`: what takes long by nature
 * and need not be seen at every merge. Both go on after a failure, so that all are reported; the last line sums up.
 * Suites can be chosen by a part of their names: `npm test -- e2e native`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
// Not by name: a Node.js too old to have it must still get as far as the sentence that says so.
import os from 'node:os';
import { join } from 'node:path';
import { wasStopped } from './lib/children.mjs';
import { run, toolEnv } from './lib/command.mjs';
import { measureProcessorTime } from './lib/processor-time.mjs';
import { main, PlainError, say } from './lib/say.mjs';
import { SIDE_BY_SIDE, sum } from './lib/test/runners.mjs';
import { longStages, STAGES } from './lib/test/suites.mjs';
import { changesBetween, fingerprintOf, sayWhatChanged, SOURCES_AND_BUILD } from './lib/test/stage-inputs.mjs';

const FAILED = { passed: 0, failed: 1, skipped: 0 };

async function runToCounts(suite, output) {
  try {
    return await suite.run(output);
  } catch (error) {
    if (!wasStopped) output.say(error instanceof PlainError ? error.message : (error.stack ?? String(error)));
    return FAILED;
  }
}

function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const inSeconds = (seconds) => `${seconds.toFixed(1)} s`;
/** How long something took, and how much work it was: the second is the same on a busy machine, or nearly. */
const row = (name, wall, processor) => `${name.padEnd(46)} ${wall.padStart(8)} ${processor.padStart(10)}`;

/** The failures, once more: far above, each stands with what was expected. */
function sayFailures(results) {
  const failedResults = results.filter(({ counts }) => counts.failed > 0);
  if (failedResults.length > 0) say('\nFailed:');
  for (const { name, counts } of failedResults) {
    const { failures = [] } = counts;
    for (const failure of failures) say(`  ${name}: ${failure}`);
    if (failures.length === 0) say(`  ${name}`);
  }
}

/** For a suite that runs alone: shows everything as it comes. */
function showingOutput(reports) {
  return { reports, say, run: (command, args, options) => run(command, args, { ...options, output: 'both' }) };
}

/** For a suite beside others: keeps what it prints, to be shown in one piece at its end. */
function keepingOutput(reports, printedTexts) {
  return {
    reports,
    say: (sentence) => printedTexts.push(`${sentence}\n`),
    run: async (command, args, options) => {
      const result = await run(command, args, { ...options, output: 'collect' });
      printedTexts.push(result.text);
      return result;
    },
  };
}

async function runSuite(suite, reports, alone) {
  const printedTexts = [];
  // Beside others it says nothing more until its end, which may be minutes away.
  say(alone ? `\n=== ${suite.name}` : `Begins: ${suite.name}`);
  const start = performance.now();
  const output = alone ? showingOutput(reports) : keepingOutput(reports, printedTexts);
  const { result: counts, processorSeconds } = await measureProcessorTime(() => runToCounts(suite, output));
  const seconds = (performance.now() - start) / 1000;
  if (!alone) say(`\n=== ${suite.name}\n${printedTexts.join('').trimEnd()}`);
  return { ...suite, counts, seconds, processorSeconds };
}

async function runStage({ reads, suites }, reports) {
  const queue = [...suites];
  const results = [];
  const before = fingerprintOf(reads);
  const lane = async () => {
    for (let suite = queue.shift(); suite && !wasStopped; suite = queue.shift()) {
      results.push(await runSuite(suite, reports, suites.length === 1));
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
  const changedFiles = wasStopped ? [] : changesBetween(before, fingerprintOf(reads));
  if (changedFiles.length > 0) {
    const counts = { ...FAILED, failures: [sayWhatChanged(changedFiles)] };
    results.push({ name: 'inputs of the suites above', counts, seconds: 0, processorSeconds: 0 });
  }
  return results;
}

const namesIn = (stages) => stages.flatMap(({ suites }) => suites.map(({ name }) => name));

function chooseStages(all, words) {
  const isNamed = ({ name }) => words.length === 0 || words.some((word) => name.includes(word));
  // What reads what is built, and is named, needs the build, which is not.
  const needsBuild = all.some(({ reads, suites }) => reads === SOURCES_AND_BUILD && suites.some(isNamed));
  const isNeeded = (suite) => suite.isNeededByAll || isNamed(suite) || (needsBuild && suite.isBuild);
  const stages = all
    .map(({ reads, suites }) => ({ reads, suites: suites.filter(isNeeded) }))
    .filter(({ suites }) => suites.length > 0);
  if (all.some(({ suites }) => suites.some(isNamed))) return stages;
  throw new PlainError(`No suite has a name like that. There are: ${namesIn(all).join('; ')}.`);
}

/** How long it takes, and whether it had to wait, is read beside this. */
async function describeMachine() {
  // The one that the tools run on, which need not be this one.
  const node = await run('node', ['--version'], { env: toolEnv(), output: 'collect' });
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GiB of memory`;
  const cores = os.availableParallelism();
  return `On ${cores} ${cores === 1 ? 'core' : 'cores'}, ${memory}, ${process.platform} ${process.arch}, Node.js ${node.text.trim()}`;
}

await main(async () => {
  const isLong = process.argv.includes('--long');
  const words = process.argv.slice(2).filter((word) => word !== '--long');
  const stages = chooseStages(isLong ? longStages() : STAGES, words);
  if (isLong) say(`Runs, in this order: ${namesIn(stages).join('; ')}. All else is in npm test.`);
  const reports = mkdtempSync(join(os.tmpdir(), 'opfsmark-test-'));
  const start = performance.now();
  try {
    const results = [];
    for (const stage of stages) {
      if (!wasStopped) results.push(...(await runStage(stage, reports)));
      if (results.some(({ isNeededByAll, counts }) => isNeededByAll && counts.failed > 0)) break;
    }
    say('');
    say(row('', 'wall', 'processor'));
    for (const { name, counts, seconds, processorSeconds } of results) {
      say(`${row(name, inSeconds(seconds), inSeconds(processorSeconds))}   ${formatCounts(counts)}`);
    }
    const ownUsage = process.cpuUsage();
    const usedSeconds = results.reduce((sum, { processorSeconds }) => sum + processorSeconds, 0);
    const allSeconds = usedSeconds + (ownUsage.user + ownUsage.system) / 1e6;
    say(row('all', inSeconds((performance.now() - start) / 1000), inSeconds(allSeconds)));
    sayFailures(results);
    const ranNames = new Set(results.map(({ name }) => name));
    const missingCount = namesIn(stages).filter((name) => !ranNames.has(name)).length;
    const total = sum([...results.map(({ counts }) => counts), { ...FAILED, failed: missingCount }]);
    say(`\n${await describeMachine()}`);
    say(formatCounts(total));
    if (total.failed > 0) process.exitCode = 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});
