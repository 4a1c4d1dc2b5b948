import { sum } from '../../documents/stats.ts';
import { loadStep, type Step } from '../../schedule/steps.ts';
import { usesIndexedDb, type ContenderId } from './contender-ids.ts';
import type { AppStoragePlan } from './schema.ts';
import { QUICK_PLAN } from './profiles.ts';
import { MAX_RELOAD_ROWS } from './sizes.ts';
import { DIRECTIONS, WORKLOAD_IDS, workloadSize, type WorkloadId } from './workloads.ts';

/**
 * The contenders of a loop. Each loop begins with another one, and every second loop goes backwards, so that none always
 * follows the same one and pays for what that has left to write.
 */
export function orderOfLoop<Id>(contenders: readonly Id[], loop: number): Id[] {
  const at = loop % Math.max(1, contenders.length);
  const rotated = [...contenders.slice(at), ...contenders.slice(0, at)];
  return loop % 2 === 0 ? rotated : rotated.toReversed();
}

const USUAL_LOAD_S = 0.1;
/** Loops per second of the standard sizes on an ordinary computer. */
const USUAL_LOOPS_PER_S = 1.2;
/** The same for those that keep a file or a response per row. */
const USUAL_SLOW_LOOPS_PER_S = 0.2;
const SLOW: readonly ContenderId[] = ['opfs-writable', 'cache'];
const USUAL_SURVIVALS_PER_S = 1;
const USUAL_RELOADS_PER_S = 4;
const USUAL_TABS_PER_S = 2;
const USUAL_PROBES_PER_S = 2;
/** A journal or a log, the page around a row, and what is written again when a log is copied back. */
const MAX_WRITTEN_PER_BYTE = 4;
/** Pages and their journal for a transaction of one row. */
const MAX_BYTES_PER_PUT = 64 * 1024;

/** The names of steps, as the worker says them. */
export const loopStepId = (contender: ContenderId, loop: number) => `${contender} ${loop}`;
export const tabsStepId = (contender: ContenderId) => `${contender} tabs`;
export const survivalStepId = (contender: ContenderId) => `${contender} survival`;

/** Content that is written, and transactions of one row. Reads cost little beside them. */
const writtenBytes = (plan: AppStoragePlan, id: WorkloadId) =>
  DIRECTIONS[id] === 'write' ? workloadSize(plan, id).bytes : 0;
const singlePuts = ({ puts }: AppStoragePlan, id: WorkloadId) => (id === 'put' || id === 'update' ? puts : 0);
const perLoop = (plan: AppStoragePlan, of: (plan: AppStoragePlan, id: WorkloadId) => number) =>
  sum(WORKLOAD_IDS.map((id) => of(plan, id)));

/** What a workload does of the work of its loop: half of that lies in the bytes, half in the transactions of one row. */
export function workOfWorkload(plan: AppStoragePlan, id: WorkloadId): number {
  const share = (of: (plan: AppStoragePlan, id: WorkloadId) => number) => of(plan, id) / perLoop(QUICK_PLAN, of) / 2;
  return share(writtenBytes) + share(singlePuts);
}

/** How much more a loop of this plan does than one of the standard plan. */
const workOfLoop = (plan: AppStoragePlan) => perLoop(plan, workOfWorkload);

/** The page reloads itself while all contenders put, and looks afterwards what is left. */
export const RELOAD_STEP_ID = 'reload';

/** What tells the engines of IndexedDB apart, before the first loop. */
export const IDB_PROBE_STEP_ID = 'idb-probe';

function probeStep({ contenders }: AppStoragePlan): Step[] {
  if (!contenders.some(usesIndexedDb)) return [];
  return [{ id: IDB_PROBE_STEP_ID, pace: 'app-storage idb-probe', work: 1, usualPerS: USUAL_PROBES_PER_S }];
}

export function appStorageSteps(plan: AppStoragePlan): Step[] {
  const work = workOfLoop(plan);
  const loops = Array.from({ length: plan.loops + 1 }, (_, loop) =>
    orderOfLoop(plan.contenders, loop).map((contender): Step => {
      const pace = `app-storage ${contender}`;
      const usualPerS = SLOW.includes(contender) ? USUAL_SLOW_LOOPS_PER_S : USUAL_LOOPS_PER_S;
      return { id: loopStepId(contender, loop), pace, work, usualPerS, counts: 'work' };
    }),
  );
  const each = (part: string, usualPerS: number, idOf: (contender: ContenderId) => string) =>
    plan.contenders.map((contender): Step => ({
      id: idOf(contender),
      pace: `app-storage ${contender} ${part}`,
      work: 1,
      usualPerS,
    }));
  return [
    loadStep('app-storage', USUAL_LOAD_S),
    ...probeStep(plan),
    ...loops.flat(),
    ...each('survival', USUAL_SURVIVALS_PER_S, survivalStepId),
    {
      id: RELOAD_STEP_ID,
      pace: 'app-storage reload',
      work: plan.contenders.length,
      usualPerS: USUAL_RELOADS_PER_S,
      counts: 'work',
    },
    ...each('tabs', USUAL_TABS_PER_S, tabsStepId),
  ];
}

export function maxBytesWritten(plan: AppStoragePlan): number {
  const written = perLoop(plan, writtenBytes) * MAX_WRITTEN_PER_BYTE + perLoop(plan, singlePuts) * MAX_BYTES_PER_PUT;
  return plan.contenders.length * ((plan.loops + 1) * written + MAX_RELOAD_ROWS * MAX_BYTES_PER_PUT);
}
