import { secondsToMidnight } from '../base/days.ts';
import type { Db, Env } from '../base/env.ts';
import { MACHINE_SHARE } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { trustsAll } from '../boards/policy.ts';
import { selectCharged, type Charge, type Charged } from '../store/provider-day.ts';
import type { NewRun } from '../store/runs.ts';
import { sourcesOf } from './source.ts';

/** What machines that do not say which they are may send together, of what their network may. */
const UNNAMED_SHARE = 1 / 2;
/** As many machines of a network may measure at once without saying which they are: a class. */
const UNNAMED_AT_ONCE = 30;
/** Addresses of version 6 that people get are /56 or /48: a /48 may send so many times what one network may. */
const WIDE_TIMES = 2;

/** Who is charged for a run, and how much time its ticket saw pass. */
export interface Budget {
  readonly network: Charge;
  readonly charges: readonly Charge[];
  readonly nowMs: number;
  /** Until when machines may have been busy at this moment. */
  readonly untilS: number;
}

interface ChargedRun extends Pick<NewRun, 'rig' | 'provider'> {
  /** When it began, where a ticket shows that, and how long it took. */
  readonly issuedMs: number | null;
  readonly wallMs: number;
  readonly cost: number;
}

const SECOND_MS = 1000;

export async function budgetOf(
  db: Db,
  request: Request,
  { rig, issuedMs, wallMs, cost }: ChargedRun,
  vars: Pick<Env, 'RUNS_PER_DAY' | 'RUNS_PER_PROVIDER_DAY' | 'TRUST_POLICY'>,
  { nowMs, allowanceMs }: { readonly nowMs: number; readonly allowanceMs: number },
): Promise<Budget> {
  const { network, wide, machine } = await sourcesOf(db, request, rig, nowMs);
  const perNetwork = Number(vars.RUNS_PER_DAY);
  const untimed = { runs: cost, began_s: 0, busy_s: 0 };
  const ofNetwork = { ...untimed, key: `n${network}`, allowed: perNetwork };
  const isOpen = trustsAll(vars);
  const share = isOpen ? 1 : rig === '' ? UNNAMED_SHARE : MACHINE_SHARE;
  const time =
    isOpen || issuedMs === null
      ? {}
      : { began_s: issuedMs / SECOND_MS, busy_s: wallMs / SECOND_MS / (rig === '' ? UNNAMED_AT_ONCE : 1) };
  return {
    network: ofNetwork,
    charges: [
      ofNetwork,
      { ...untimed, ...time, key: `m${machine}`, allowed: Math.ceil(perNetwork * share) },
      ...(wide === null ? [] : [{ ...untimed, key: `w${wide}`, allowed: perNetwork * WIDE_TIMES }]),
      { ...untimed, key: 'p', allowed: Number(vars.RUNS_PER_PROVIDER_DAY) },
    ],
    nowMs,
    untilS: (nowMs + allowanceMs) / SECOND_MS,
  };
}

const WHO: Readonly<Record<string, string>> = {
  n: 'a network',
  m: 'one machine',
  w: 'a network',
  p: 'an internet provider',
};

/** Throws where somebody has used up the day, or ran more than there was time for; else how many runs the network has sent. */
export async function refuseOverBudget(db: Db, provider: number, budget: Budget): Promise<number> {
  const charged = await selectCharged(db, provider, budget.charges, budget.nowMs);
  const over = charged.find(({ runs, allowed }) => runs > allowed);
  if (over) throw overBudget(budget.nowMs, over);
  const busy = charged.find(({ busy_until_s }) => busy_until_s > budget.untilS);
  if (busy) {
    const waitS = Math.ceil(busy.busy_until_s - budget.untilS);
    const detail = `The runs of this machine took longer than the time that has passed. Try again in ${waitS} s.`;
    throw new ProblemError('too-many', detail, [], { 'retry-after': `${waitS}` });
  }
  return charged.find(({ key }) => key === budget.network.key)?.runs ?? 0;
}

export function overBudget(nowMs: number, over?: Charged): ProblemError {
  const detail = over
    ? `At most ${over.allowed} runs of ${WHO[over.key.slice(0, 1)] ?? 'a network'} per day.`
    : 'Too many runs for today.';
  return new ProblemError('too-many', detail, [], { 'retry-after': `${secondsToMidnight(nowMs)}` });
}
