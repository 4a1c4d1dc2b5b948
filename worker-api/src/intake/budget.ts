import {
  type Amount,
  type Level,
  limitOf,
  MACHINE_SHARE,
  TICKETLESS_SHARE,
  UNNAMED_SHARE,
  type Writing,
} from '../base/budgets.ts';
import { DAY_MS } from '../base/days.ts';
import type { Db, Env } from '../base/env.ts';
import { TICKETED_PERCENT } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { HOSTING } from '@opfsmark/schema/ranks';
import { policyNameOf } from '../boards/policy.ts';
import { type Bill, charge, type Charge, type ChargeState, selectCharged } from '../store/budget.ts';
import { isBudgetError } from '../store/errors.ts';
import { selectBlock } from '../store/moderation.ts';
import { fullProblem, hasRoom, selectStorage, sharesOf } from '../store/storage.ts';
import { readSource, type RequestSource } from './source.ts';

/** Above this uploads are refused before anything fails. */
const FULL_PERCENT = 95;

function secondsToMidnight(nowMs: number): number {
  return Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000);
}

const BLOCKED = { network: 'network', provider: 'internet provider' } as const;

/** Where a request comes from; throws where moderators keep that away. */
export async function admitSource(
  db: Db,
  request: Request,
  vars: Pick<Env, 'BEHIND_CLOUDFLARE' | 'CONTACT'>,
  nowMs: number,
): Promise<RequestSource> {
  const source = await readSource(db, request, vars, nowMs);
  const block = await selectBlock(db, source.network, source.provider, nowMs);
  if (block === null) return source;
  const until = `${new Date(block.until_ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const contact = vars.CONTACT === undefined || vars.CONTACT === '' ? 'whoever runs this site' : vars.CONTACT;
  const detail = `Moderators accept nothing from your ${BLOCKED[block.kind]} until ${until}; if that is wrong, write to ${contact}.`;
  throw new ProblemError('blocked', detail);
}

/** Which machine sends a run, and how long that kept it busy. */
interface Measured {
  /** '' where it does not say which it is. */
  readonly rig: string;
  /** When it began, where a ticket shows that. */
  readonly issuedMs: number | null;
  readonly wallMs: number;
  readonly allowanceMs: number;
}

/** A request to write. */
interface Asked {
  readonly writing: Writing;
  readonly amount: Amount;
  readonly source: RequestSource;
  readonly nowMs: number;
  /** Of an upload. */
  readonly measured?: Measured;
}

/** As many machines of a network may measure at once without saying which they are: a class. */
const UNNAMED_AT_ONCE = 30;
const SECOND_MS = 1000;
const SERVICE = 'service';

/** A charge's key: the way of writing, whole, because two may begin alike; then whom it is charged to, and which of these. */
const keyFor = (writing: Writing, mark: string, name: string) => `${writing} ${mark}${name}`;
const markIn = (key: string) => key.charAt(key.indexOf(' ') + 1);

const MARKS = { service: 's', provider: 'p', hosting: 'p', wide: 'w', network: 'n', machine: 'm', new: 'f' } as const;
const WHO: Readonly<Record<string, string>> = {
  p: 'Your internet provider',
  w: 'Your network',
  n: 'Your network',
  m: 'This machine',
  f: 'Your network, by machines that are new today,',
};
const WHAT = {
  upload: 'results',
  join: 'results in groups',
  report: 'reports',
  group: 'new groups',
  lock: 'changes of groups',
  code: 'codes of groups',
  checkup: 'reports of browsers',
} as const satisfies Record<Writing, string>;

async function billOf(vars: Env, { writing, amount, source, nowMs, measured }: Asked): Promise<Bill> {
  const isOpen = policyNameOf(vars) === 'open';
  const keyOf = (mark: keyof typeof MARKS, name = '') => keyFor(writing, MARKS[mark], name);
  // Everybody on a server of one's own may come from one network.
  const levelCharge = (level: Exclude<Level, 'service'>, name?: string): Charge => ({
    source: source.provider,
    key: keyOf(level, name),
    limit: limitOf(isOpen ? 'provider' : level, writing, vars),
  });
  const ticketShare = measured?.issuedMs === null ? TICKETLESS_SHARE : 1;
  return {
    amount,
    charges: [
      { source: SERVICE, key: keyOf('service'), limit: limitOf('service', writing, vars, ticketShare) },
      levelCharge(source.provider === HOSTING ? 'hosting' : 'provider'),
      ...(source.wideName === null ? [] : [levelCharge('wide', source.wideName)]),
      levelCharge('network', source.networkName),
      ...(measured === undefined || isOpen ? [] : await machineCharges(vars, source, measured, keyOf)),
    ],
    nowMs,
    untilS: (nowMs + (measured?.allowanceMs ?? 0)) / SECOND_MS,
  };
}

/**
 * A machine that says which it is may send a fifth of what its network may. It says so itself: all that are new today are one
 * machine together with their first runs, so that another name for each run sends no more.
 */
async function machineCharges(
  vars: Env,
  source: RequestSource,
  { rig, issuedMs, wallMs }: Measured,
  keyOf: (mark: keyof typeof MARKS, name: string) => string,
): Promise<Charge[]> {
  const timeOf = (machinesAtOnce: number) =>
    issuedMs === null ? {} : { busy: { began_s: issuedMs / SECOND_MS, took_s: wallMs / SECOND_MS / machinesAtOnce } };
  const chargeOf = (mark: 'machine' | 'new', name: string, share: number, machinesAtOnce: number): Charge => ({
    source: source.provider,
    key: keyOf(mark, name),
    limit: limitOf('network', 'upload', vars, share),
    ...timeOf(machinesAtOnce),
  });
  const name = await source.machineName(rig);
  if (rig === '') return [chargeOf('machine', name, UNNAMED_SHARE, UNNAMED_AT_ONCE)];
  const ofMachine = chargeOf('machine', name, MACHINE_SHARE, 1);
  return [ofMachine, { ...chargeOf('new', source.networkName, MACHINE_SHARE, UNNAMED_AT_ONCE), unless: ofMachine.key }];
}

/** How full the database and the bucket may be for it. Whoever has a group closes it whatever there is room for. */
const ROOM_PERCENT = {
  upload: FULL_PERCENT,
  join: FULL_PERCENT,
  group: FULL_PERCENT,
  report: TICKETED_PERCENT,
  lock: Infinity,
  code: Infinity,
  checkup: TICKETED_PERCENT,
} as const satisfies Record<Writing, number>;

/** Throws where there is no room: a clear refusal instead of a write that fails. The last of it is for runs with a ticket. */
async function refuseWhenFull(db: Db, vars: Env, { writing, measured }: Asked): Promise<void> {
  const maxPercent = measured?.issuedMs === null ? TICKETED_PERCENT : ROOM_PERCENT[writing];
  if (maxPercent === Infinity) return;
  if (!hasRoom(vars)) throw fullProblem();
  const storage = await selectStorage(db);
  if (!storage || sharesOf(storage, vars).every(({ percent }) => percent <= maxPercent)) return;
  throw fullProblem();
}

/** A write that may be made. */
export interface Budget {
  /** Writes it and charges it in one batch; with `onlyIfChanged` nothing is charged where the last statement changes no row. */
  readonly write: (statements: readonly D1PreparedStatement[], onlyIfChanged?: boolean) => Promise<D1Result[]>;
  /** Takes back what was charged, where it turned out to be nothing to pay for, but for the rows: they were written, or it could be asked for ever. */
  readonly refund: () => Promise<void>;
  /** The budget that is left for its network today, by draft-ietf-httpapi-ratelimit-headers. Only for answers that are not cached. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Asks for all that a request is about to write. Throws where there is no room, or somebody has used up the day. */
export async function askBudget(db: Db, vars: Env, asked: Asked): Promise<Budget> {
  await refuseWhenFull(db, vars, asked);
  const bill = await billOf(vars, asked);
  const states = await selectCharged(db, bill);
  refuseOverBudget(asked, states);
  return {
    write: async (statements, onlyIfChanged = false) => {
      const statement = charge(db, bill, onlyIfChanged);
      try {
        return await db.batch(onlyIfChanged ? [...statements, statement] : [statement, ...statements]);
      } catch (error) {
        throw isBudgetError(error) ? overBudget(asked) : error;
      }
    },
    refund: async () => {
      const { bytes, documentBytes } = bill.amount;
      const amount = { rows: 0, bytes: -bytes, documentBytes: -documentBytes };
      await charge(db, { ...bill, amount }).run();
    },
    headers: rateLimitHeaders(bill, states, asked),
  };
}

function refuseOverBudget(asked: Asked, states: readonly ChargeState[]): void {
  const exceeded = states.find(({ isOver }) => isOver);
  if (exceeded) throw overBudget(asked, markIn(exceeded.key));
  const lateS = Math.ceil(Math.max(...states.map(({ late_s }) => late_s)));
  if (lateS <= 0) return;
  const detail = `The runs of this machine took longer than the time that has passed. Try again in ${lateS} s.`;
  throw new ProblemError('too-many', detail, [], { 'retry-after': `${lateS}` });
}

function overBudget({ writing, nowMs }: Asked, mark: string = MARKS.network): ProblemError {
  const retryS = secondsToMidnight(nowMs);
  if (mark === MARKS.service) return fullProblem(retryS);
  const detail = `${WHO[mark] ?? ''} has sent as many ${WHAT[writing]} as are taken on one day. Try again after midnight (UTC).`;
  return new ProblemError('too-many', detail, [], { 'retry-after': `${retryS}` });
}

function rateLimitHeaders({ charges }: Bill, states: readonly ChargeState[], { nowMs }: Asked) {
  const { key, limit } = charges.find((one) => markIn(one.key) === MARKS.network) ?? {};
  const quota = limit?.bytes ?? 0;
  const usedBytes = states.find((state) => state.key === key)?.bytes ?? 0;
  return {
    'ratelimit-policy': `"bytes";q=${quota};w=86400`,
    ratelimit: `"bytes";r=${Math.max(0, quota - usedBytes)};t=${secondsToMidnight(nowMs)}`,
  };
}
