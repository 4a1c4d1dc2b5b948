/** How a suite runs a tool and counts what it found. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
// As in test.mjs, not by name.
import os from 'node:os';
import { toolEnv } from '../command.mjs';
import { ROOT } from '../paths.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, failures?: string[] }} Counts what failed, where the report names it */

/** @returns {Counts} */
export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) for (const key of Object.keys(total)) total[key] += counts[key];
  return total;
}

/** Counts a tool that only succeeds or fails. */
export function fromExitCode(code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/**
 * A report that is missing, empty, or without failures although the runner failed, counts as a failure: a suite that did not
 * start must not look like one that passed. One that skipped all has started, and says why.
 */
function checkAgainstCode(code, counts) {
  const nothingRan = counts.passed + counts.failed + counts.skipped === 0;
  return (code !== 0 && counts.failed === 0) || nothingRan ? { ...counts, failed: counts.failed + 1 } : counts;
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

export function fromVitest(code, reportFile) {
  const report = readJson(reportFile) ?? {};
  const failures = (report.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const failedTests = assertionResults.filter((test) => test.status === 'failed');
    // A file that could not be read has no tests.
    if (status === 'failed' && failedTests.length === 0) return [basename(name)];
    return failedTests.map(({ fullName }) => `${basename(name)}: ${fullName}`);
  });
  return checkAgainstCode(code, {
    passed: report.numPassedTests ?? 0,
    // A file that could not be read is none of the tests that it counts.
    failed: Math.max(report.numFailedTests ?? 0, failures.length),
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    failures,
  });
}

/** The tests of a file, or of a group in it, that failed. */
function failedSpecs({ file, specs = [], suites = [] }) {
  return [...specs.filter(({ ok }) => !ok).map(({ title }) => `${file}: ${title}`), ...suites.flatMap(failedSpecs)];
}

export function fromPlaywright(code, reportFile) {
  const { stats = {}, suites = [] } = readJson(reportFile) ?? {};
  return checkAgainstCode(code, {
    passed: stats.expected ?? 0,
    failed: (stats.unexpected ?? 0) + (stats.flaky ?? 0),
    skipped: stats.skipped ?? 0,
    failures: suites.flatMap(failedSpecs),
  });
}

/** For runners that print "N passed, N failed, N skipped" themselves. */
export function fromSummary(code, text) {
  const [, passed, failed, skipped] =
    [...text.matchAll(/(?<!\d)(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/g)].at(-1) ?? [];
  return checkAgainstCode(code, {
    passed: Number(passed ?? 0),
    failed: Number(failed ?? 0),
    skipped: Number(skipped ?? 0),
  });
}

/** @typedef {import('../command.mjs').run} Run runs a command and shows what it prints, at once or when the suite ends */
/** @typedef {{ reports: string, run: Run, say: (sentence: string) => void }} Output */
/** @typedef {{ name: string, isNeededByAll?: true, isBuild?: true, run: (output: Output) => Promise<Counts> }} Suite */
/** @typedef {{ reads: readonly string[], suites: readonly Suite[] }} Stage `reads`: what none of its suites may write */

/** @returns {Suite} */
export function tool(name, command, ...args) {
  return { name, run: async ({ run }) => fromExitCode((await run(command, args, { env: toolEnv() })).code) };
}

/** A clone that is thrown away finds nothing kept of the code that Vite makes, and to keep it there would be in vain. */
const CACHE = process.env['CI'] ? ['--fsModuleCache=false'] : [];
const vitestOptions = (file) => ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...CACHE];

/** @returns {Suite} */
export function vitest(folder, { name = `tests: ${folder}`, env = {} } = {}) {
  return {
    name,
    run: async ({ reports, run }) => {
      const file = join(reports, `${name.replace(/\W+/g, '-')}.json`);
      const { code } = await run('vitest', ['run', ...vitestOptions(file)], {
        cwd: join(ROOT, folder),
        env: toolEnv(env),
      });
      return fromVitest(code, file);
    },
  };
}

/** Tests wait for pages more than they compute, and suites for what they start; a type checker takes half a gigabyte. */
export const SIDE_BY_SIDE = Math.min(os.availableParallelism() + 1, 4);

/** @param {{ projects: readonly string[], workers: number, folder?: string }} what `folder`: whose configuration has them */
export async function playwright({ reports, run }, { projects, workers, folder = 'e2e' }) {
  const file = join(reports, `${projects.join('-')}.json`);
  const env = toolEnv({ PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  const options = ['--reporter=list,json', `--workers=${workers}`, ...projects.map((name) => `--project=${name}`)];
  const { code } = await run('playwright', ['test', ...options], { cwd: join(ROOT, folder), env });
  return fromPlaywright(code, file);
}
