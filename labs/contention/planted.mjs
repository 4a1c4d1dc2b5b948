/**
 * Whether what is planted is found, each time: a lock that is never given back, a row that is lost, a row that is there twice, with 2, 4
 * and 8 workers 30 times each: `npm run planted -w labs`. With `-- --clean=200`: whether a sound store is said to hang in 200 runs beside
 * two programs that use up two processors.
 */
import { Worker } from 'node:worker_threads';
import { main, PlainError, say } from '../../scripts/lib/say.mjs';
import { numberAsked } from '../lib/counted-table.mjs';
import { contend, withContests } from './contests.mjs';

const REPEATS = 30;
/** A hang takes 10 s, in which nothing happens: so many browsers wait at once. */
const BROWSERS = 8;
const SOUND = 'idb-relaxed';
const BUSY_LOOPS = 2;
const KINDS = ['hung', 'lost', 'doubled'];
const KIND_OF = { 'planted-hang': 'hung', 'planted-loss': 'lost', 'planted-double': 'doubled' };

/** Each repeat of a planted store has one fault of its kind, a sound one has none. */
function faultsOf({ store, failure, contention }) {
  if (failure !== undefined) return [`${store ?? SOUND}: ${failure}`];
  return contention.flatMap((count) => {
    const key = `${store ?? SOUND}, ${count.workers} workers`;
    const counted = KINDS.map((kind) => `${kind} ${count[kind]}`).join(', ');
    say(`${key}: ${counted} of ${count.repeats}${count.hung_on ? ` (${count.hung_on})` : ''}`);
    const isRight = KINDS.every((kind) => count[kind] === (kind === KIND_OF[store] ? count.repeats : 0));
    return isRight ? [] : [key];
  });
}

await main(async () => {
  const startMs = Date.now();
  const clean = numberAsked('clean', 0);
  const loops = Array.from({ length: clean > 0 ? BUSY_LOOPS : 0 }, () => new Worker('for (;;);', { eval: true }));
  // With 2, 4 and with 8 workers.
  const sound = { contender: SOUND, repeats: Math.ceil(clean / 3), isWithTabs: false };
  const planted = Object.keys(KIND_OF).map((store) => ({
    contender: SOUND,
    repeats: REPEATS,
    store,
    isWithTabs: false,
  }));
  const faults = [];
  const onDone = (done) => faults.push(...faultsOf(done));
  const jobs = clean > 0 ? [[sound], { lanes: 1, onDone }] : [planted, { lanes: BROWSERS, onDone }];
  await withContests((served) => contend(served, ...jobs));
  for (const loop of loops) await loop.terminate();
  say(`${Math.round((Date.now() - startMs) / 1000)} s`);
  if (faults.length > 0) throw new PlainError(`not as it was planted: ${faults.join('; ')}`);
});
