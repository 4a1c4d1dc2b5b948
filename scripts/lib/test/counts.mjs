/**
 * What a suite came to, read from the report its runner wrote. A report that is missing, or says that all is well while
 * the runner does not, is a failure: a suite that did not start must never look like one without failures.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @returns {Counts} */
export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) for (const key of Object.keys(total)) total[key] += counts[key];
  return total;
}

/** For tools that only say yes or no. */
export function fromExitCode(code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

function confirmedBy(code, counts) {
  const hollow = counts.passed + counts.failed === 0;
  return (code !== 0 && counts.failed === 0) || hollow ? { ...counts, failed: counts.failed + 1 } : counts;
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
  return confirmedBy(code, {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  });
}

export function fromPlaywright(code, reportFile) {
  const stats = readJson(reportFile)?.stats ?? {};
  return confirmedBy(code, {
    passed: stats.expected ?? 0,
    failed: (stats.unexpected ?? 0) + (stats.flaky ?? 0),
    skipped: stats.skipped ?? 0,
  });
}

/** GoogleTest writes a file a program, or a file a test where each runs in a process of its own. */
export function fromGoogleTest(code, reportFolder) {
  const tests = readdirSync(reportFolder)
    .map((name) => readJson(join(reportFolder, name)))
    .flatMap((report) => report?.testsuites ?? [])
    .flatMap((suite) => suite.testsuite);
  const failed = tests.filter((test) => test.failures?.length > 0).length;
  const skipped = tests.filter((test) => test.result === 'SKIPPED' || test.status === 'NOTRUN').length;
  return confirmedBy(code, { passed: tests.length - failed - skipped, failed, skipped });
}
