import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runOrFail, toolEnv } from '../../scripts/lib/command.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { say } from '../../scripts/lib/say.mjs';

const FOLDER = join(ROOT, 'labs/audit');
const LIGHTHOUSE = join(FOLDER, 'node_modules/lighthouse');

function versionOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

/** Lighthouse is larger than all else together, so only those who ask for an audit get it. */
export async function installAuditTools() {
  const lockedPackage = JSON.parse(readFileSync(join(FOLDER, 'package-lock.json'), 'utf8')).packages[
    'node_modules/lighthouse'
  ];
  const manifest = join(LIGHTHOUSE, 'package.json');
  if (existsSync(manifest) && versionOf(manifest) === lockedPackage.version) return;
  say('Installing Lighthouse ...');
  await runOrFail('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], 'Lighthouse could not be installed.', {
    cwd: FOLDER,
    env: toolEnv(),
  });
}

/**
 * Its scores differ by several points from load to load, as its makers say, who advise the median of five; a computer has slow minutes, too.
 * So the pages take turns.
 */
const ROUNDS = 7;
/** Now and then the browser records no start of a navigation, and Lighthouse asks to be run again: that was no measurement. */
const NO_TRACE = 'NO_NAVSTART';
const MAX_WITHOUT_TRACE = 2;

/**
 * Lighthouse slows the processor by 4, which makes the phone it means of a computer of 1,500 to 2,000 points in its own benchmark
 * (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#cpu-throttling). A slower computer, or this one while it is
 * slower, is slowed by less, so that it does not stand for a slower phone.
 */
const SLOWDOWN = 4;
const POINTS_OF_THE_PHONE = 1750 / SLOWDOWN;

/**
 * Audits pages in the Chromium that listens on this port, by turns: of each the report with the middle one of its scores of speed.
 * @param {{ context: any, debuggingPort: number }} browser
 * @param {Readonly<Record<string, string>>} urls
 */
export async function auditInTurns({ context, debuggingPort: port }, urls) {
  const load = (file) => import(pathToFileURL(join(LIGHTHOUSE, 'core', file)).href);
  const { default: lighthouse } = await load('index.js');
  const { pageFunctions } = await load('lib/page-functions.js');
  const indexOfMachine = async () => {
    const page = await context.newPage();
    const index = await page.evaluate(pageFunctions.computeBenchmarkIndex);
    await page.close();
    return index;
  };
  const reportOf = async (name, url) => {
    const index = await indexOfMachine();
    const cpuSlowdownMultiplier = Math.min(SLOWDOWN, Math.max(1, index / POINTS_OF_THE_PHONE));
    const flags = { port, output: 'json', logLevel: 'error', throttling: { cpuSlowdownMultiplier } };
    const result = await lighthouse(url, flags);
    if (result?.lhr.runtimeError?.code === NO_TRACE) return null;
    if (result === undefined || result.lhr.runtimeError !== undefined) {
      throw new Error(`Lighthouse on ${url}: ${result?.lhr.runtimeError?.message ?? 'no report'}`);
    }
    const score = Math.round(result.lhr.categories.performance.score * 100);
    say(`  ${name} ${score}, a machine of ${Math.round(index)} points slowed by ${cpuSlowdownMultiplier.toFixed(1)}`);
    return result.lhr;
  };
  const traced = async (name, url) => {
    for (let misses = 0; ;) {
      const report = await reportOf(name, url);
      if (report) return report;
      if (++misses > MAX_WITHOUT_TRACE) throw new Error(`Lighthouse on ${url}: no trace, ${misses} times`);
      say(`  ${name}: a load of which the browser recorded no start, measured again`);
    }
  };
  const pages = Object.entries(urls).map(([name, url]) => ({ name, url, reports: [] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, url, reports } of pages) reports.push(await traced(name, url));
  }
  const speed = ({ categories }) => categories.performance.score;
  const middle = (reports) => reports.toSorted((a, b) => speed(a) - speed(b))[Math.floor(ROUNDS / 2)];
  return pages.map(({ name, reports }) => ({ name, report: middle(reports) }));
}

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Score 0 to 100 of each category, and what keeps it from being 100. */
export function categoriesOf(report) {
  const of = (id) => {
    const { score, auditRefs } = report.categories[id];
    const losses = auditRefs
      .filter(({ weight }) => weight > 0)
      .map((ref) => report.audits[ref.id])
      .filter((audit) => audit.score !== null && audit.score < 0.9)
      .map(({ title, displayValue }) => ({ why: `${id}: ${title}${displayValue ? ` (${displayValue})` : ''}` }));
    return { score: Math.round((score ?? 0) * 100), lost: losses };
  };
  return Object.fromEntries(CATEGORIES.map((id) => [id, of(id)]));
}

/** How far the parts of a page jump while it loads, to three digits. */
export function layoutShiftOf(report) {
  return Math.round(report.audits['cumulative-layout-shift'].numericValue * 1000) / 1000;
}
