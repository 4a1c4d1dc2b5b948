/** Runs of Quick, one after the other on this machine's own drive: how often the interval of one holds the score of another. */
import { isScore, SCORE_KINDS, scoreOf, standardPlan } from '@opfsmark/schema/families';
import { isTie } from '@opfsmark/schema/figures';
import { say } from '../../scripts/lib/say.mjs';
import { withBenchPage } from '../bench/browser.mjs';
import { MEMORY_BYTES } from '../bench/drive-run.mjs';
import { withMemoryLimit } from '../bench/memory-limit.mjs';

const RUNS = 12;
/** What is promised, and what so few runs may fall short of it by chance. */
const PROMISED = 0.9;
const BY_CHANCE = 0.05;

/** Each in a browser of its own. */
function runQuick(folder) {
  return withMemoryLimit(MEMORY_BYTES, (limit) =>
    withBenchPage(
      async ({ page, profile }) => {
        limit(profile);
        await page.evaluate((plan) => globalThis.bench.start(plan), standardPlan('matrix'));
        return page.evaluate(() => globalThis.bench.end());
      },
      { folder, root: 'whole-run' },
    ),
  );
}

/** Of all pairs of different runs, the share for which `holds` is true. */
function shareOfPairs(runs, holds) {
  const pairs = runs.flatMap((one) => runs.filter((other) => other !== one).map((other) => holds(one, other)));
  return pairs.filter(Boolean).length / pairs.length;
}

const isWithin = ({ low, high }, { points }) => points >= low && points <= high;

/** How often the interval of a run holds another. */
function judge(kind, records, expect) {
  const runs = records.flatMap((record) => {
    const score = scoreOf(record, kind);
    return isScore(score) ? [score] : [];
  });
  if (runs.length < 3) return say(`  ${kind}: only ${runs.length} runs have this score`);
  const points = runs.map((score) => Math.round(score.points)).toSorted((a, b) => a - b);
  const alone = shareOfPairs(runs, (one, other) => isWithin(one, other));
  const ties = shareOfPairs(runs, (one, other) => isTie(one, other));
  const percent = (share) => `${(100 * share).toFixed(0)} %`;
  const what = `${kind}: ${runs.length} runs of ${points[0]} to ${points.at(-1)} points: another run's score lies inside`;
  expect(`${what} in ${percent(alone)}`, alone >= PROMISED - BY_CHANCE);
  expect(`${kind}: the machine ties with itself in ${percent(ties)}`, ties >= PROMISED);
}

export async function proveScore(expect, folder) {
  const records = [];
  for (let run = 0; run < RUNS; run++) records.push(await runQuick(folder));
  for (const kind of SCORE_KINDS) judge(kind, records, expect);
}
