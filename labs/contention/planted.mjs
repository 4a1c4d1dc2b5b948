/**
 * Whether what is planted is found, each time: a lock that is never given back, a row that is lost, a row that is there twice, with 2, 4
 * and 8 workers 30 times each: `npm run planted -w labs`. With `-- --clean=200`: whether a sound store is said to hang in 200 runs beside
 * two programs that use up two processors.
 */
import { Worker } from 'node:worker_threads';
import { main, PlainError, say } from '../../scripts/lib/say.mjs';
import { numberAsked } from '../lib/counted-table.mjs';
import { contend, inLanes, withContests } from './contests.mjs';

const REPEATS = 30;
/** A hang takes 10 s, in which nothing happens: so many browsers wait at once. */
const WAITING_BROWSERS = 6;
const SOUND = 'idb-relaxed';
const BUSY_LOOPS = 2;
const KINDS = ['hung', 'lost', 'doubled'];

const PLANTED = [
  ...Array.from({ length: WAITING_BROWSERS }, () => ({ store: 'planted-hang', repeats: REPEATS / WAITING_BROWSERS })),
  { store: 'planted-loss', repeats: REPEATS },
  { store: 'planted-double', repeats: REPEATS },
];
const KIND_OF = { 'planted-hang': 'hung', 'planted-loss': 'lost', 'planted-double': 'doubled' };

/** Adds up what was seen by store and number of workers. */
function add(totals, name, contention) {
  for (const { workers, repeats, hung, hung_on, lost, doubled } of contention) {
    const key = `${name}, ${workers} workers`;
    const before = totals.get(key) ?? { repeats: 0, hung: 0, lost: 0, doubled: 0, hung_on };
    totals.set(key, {
      ...{ repeats: before.repeats + repeats, hung: before.hung + hung, hung_on: before.hung_on ?? hung_on },
      ...{ lost: before.lost + lost, doubled: before.doubled + doubled },
    });
  }
}

/** Each repeat of a planted store has one fault of its kind, a sound one has none. */
function faultsOf(totals) {
  return [...totals].flatMap(([key, total]) => {
    const plantedKind = KIND_OF[key.split(',')[0]];
    say(
      `${key}: ${KINDS.map((kind) => `${kind} ${total[kind]}`).join(', ')} of ${total.repeats}${total.hung_on ? ` (${total.hung_on})` : ''}`,
    );
    const isRight = KINDS.every((kind) => total[kind] === (kind === plantedKind ? total.repeats : 0));
    return isRight ? [] : [key];
  });
}

async function run(jobs) {
  const totals = new Map();
  await withContests((served) =>
    inLanes(jobs, jobs.length, async ({ store, repeats }) => {
      const { contention, text } = await contend(served, SOUND, { repeats, store, isWithTabs: false });
      if (!contention) throw new PlainError(`${store ?? SOUND}: ${text}`);
      add(totals, store ?? SOUND, contention);
    }),
  );
  return totals;
}

await main(async () => {
  const startMs = Date.now();
  const clean = numberAsked('clean', 0);
  const loops = Array.from({ length: clean > 0 ? BUSY_LOOPS : 0 }, () => new Worker('for (;;);', { eval: true }));
  // With 2, 4 and with 8 workers.
  const totals = await run(clean > 0 ? [{ repeats: Math.ceil(clean / 3) }] : PLANTED);
  for (const loop of loops) await loop.terminate();
  const faults = faultsOf(totals);
  say(`${Math.round((Date.now() - startMs) / 1000)} s`);
  if (faults.length > 0) throw new PlainError(`not as it was planted: ${faults.join('; ')}`);
});
