/**
 * The counts of a suite, read from the report its runner wrote. A report that is missing, empty, or without failures
 * although the runner failed, counts as a failure: a suite that did not start must not look like one that passed.
 */
import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

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

function checkAgainstCode(code, counts) {
  const nothingRan = counts.passed + counts.failed === 0;
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
  return checkAgainstCode(code, {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  });
}

export function fromPlaywright(code, reportFile) {
  const stats = readJson(reportFile)?.stats ?? {};
  return checkAgainstCode(code, {
    passed: stats.expected ?? 0,
    failed: (stats.unexpected ?? 0) + (stats.flaky ?? 0),
    skipped: stats.skipped ?? 0,
  });
}

/** For runners that print "N passed, N failed, N skipped" themselves. */
export function fromSummary(code, text) {
  const [, passed, failed, skipped] =
    [...text.matchAll(/(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/g)].at(-1) ?? [];
  return checkAgainstCode(code, {
    passed: Number(passed ?? 0),
    failed: Number(failed ?? 0),
    skipped: Number(skipped ?? 0),
  });
}
