/** Storage for apps: each contender of the standard plan twice in one run, as if it were two. Its two figures must be a tie. */
import { DEFAULT_CONTENDERS, orderOfLoop, standardPlan, WORKLOAD_IDS } from '@opfsmark/schema/families';
import { intervalOf, isTie } from '@opfsmark/schema/figures';
import { say } from '../../scripts/lib/say.mjs';
import { withBenchPage } from '../bench/browser.mjs';

const RUNS = 6;
const PROMISED = 0.95;

/** Times of one contender's two halves, by workload. Both work on one store, because its name is that of the contender. */
async function measureTwice(page) {
  const size = standardPlan('app-storage');
  const slots = DEFAULT_CONTENDERS.flatMap((contender) => [0, 1].map((half) => ({ contender, half, elapsed: {} })));
  const loopsOf = Object.fromEntries(DEFAULT_CONTENDERS.map((contender) => [contender, 0]));
  const measureLoop = async (contender) => {
    const { type, cells, failure } = await page.evaluate(
      ([id, request]) => globalThis.bench.ask(id, request),
      [contender, { type: 'loop', loop: loopsOf[contender]++, size }],
    );
    if (type !== 'checksum') throw new Error(`${contender}: ${failure?.detail ?? type}`);
    return cells;
  };
  for (const contender of DEFAULT_CONTENDERS) await measureLoop(contender);
  for (let loop = 1; loop <= size.loops; loop++) {
    for (const { contender, elapsed } of orderOfLoop(slots, loop)) {
      for (const { workload, elapsedNs } of await measureLoop(contender)) (elapsed[workload] ??= []).push(elapsedNs);
    }
  }
  return slots;
}

const measureRun = (folder) => withBenchPage(({ page }) => measureTwice(page), { folder, root: '../syncs/page' });

/** The halves of each contender in each workload, as intervals. */
function pairsIn(slots) {
  return DEFAULT_CONTENDERS.flatMap((contender) => {
    const [one, other] = slots.filter((slot) => slot.contender === contender);
    return WORKLOAD_IDS.map((workload) => ({
      contender,
      workload,
      halves: [intervalOf(one.elapsed[workload]), intervalOf(other.elapsed[workload])],
    }));
  });
}

const isWithin = ({ low, high }, { value }) => value >= low && value <= high;
const percent = (share) => `${(100 * share).toFixed(1)} %`;

export async function proveSameStore(expect, folder) {
  const pairs = [];
  for (let run = 0; run < RUNS; run++) pairs.push(...pairsIn(await measureRun(folder)));
  const ties = pairs.filter(({ halves: [one, other] }) => isTie(one, other));
  const within = pairs.filter(({ halves: [one, other] }) => isWithin(one, other) || isWithin(other, one));
  const [share, shareWithin] = [ties.length / pairs.length, within.length / pairs.length];
  expect(`the same contender twice ties in ${ties.length} of ${pairs.length}, ${percent(share)}`, share >= PROMISED);
  say(`  one's median lies in the other's interval in ${percent(shareWithin)}`);
  for (const { contender, workload, halves } of pairs.filter((pair) => !ties.includes(pair))) {
    const texts = halves.map(({ low, value, high }) => [low, value, high].map((ns) => (ns / 1e6).toFixed(2)).join(' '));
    say(`  no tie: ${contender} ${workload}: ${texts.join(' ms, ')} ms`);
  }
}
