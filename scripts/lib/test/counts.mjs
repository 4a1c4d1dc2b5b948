/**
 * What a suite came to, read from the report its runner wrote. A report that is missing, or says that all is well while
 * the runner does not, is a failure: a suite that did not start must never look like one without failures.
 */
import { readFileSync } from 'node:fs';

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

/** For runners that print "N passed, N failed, N skipped" themselves. */
export function fromSummary(code, text) {
  const [, passed, failed, skipped] =
    [...text.matchAll(/(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/g)].at(-1) ?? [];
  return confirmedBy(code, { passed: Number(passed ?? 0), failed: Number(failed ?? 0), skipped: Number(skipped ?? 0) });
}
