/**
 * The counts of a suite, read from the report its runner wrote. A report that is missing, empty, or without failures
 * although the runner failed, counts as a failure: a suite that did not start must not look like one that passed.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

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
  const failures = (report.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that could not be read has no tests.
    if (status === 'failed' && failed.length === 0) return [basename(name)];
    return failed.map(({ fullName }) => `${basename(name)}: ${fullName}`);
  });
  return checkAgainstCode(code, {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    failures,
  });
}

/** Of a file or a group of tests in it. */
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
    [...text.matchAll(/(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/g)].at(-1) ?? [];
  return checkAgainstCode(code, {
    passed: Number(passed ?? 0),
    failed: Number(failed ?? 0),
    skipped: Number(skipped ?? 0),
  });
}
