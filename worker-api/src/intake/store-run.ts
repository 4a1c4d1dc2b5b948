import type { RunUpload } from '@opfsmark/schema/api';
import { gzip } from '../base/crypto.ts';
import { secondsToMidnight } from '../base/days.ts';
import type { Db, Env, StorageVars } from '../base/env.ts';
import { BYTES_PER_COUNTED_RUN, MACHINE_SHARE, MAX_STORED_BYTES } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { type SourceTag, trustsAll } from '../boards/policy.ts';
import { deleteDocument, putDocument, type RunDocument } from '../store/documents.ts';
import { isQuotaError, isRepeatError, isStatementError } from '../store/errors.ts';
import { selectBlock } from '../store/moderation.ts';
import { type Charge, type ChargeState, chargeRun, selectCharged } from '../store/quota.ts';
import { isRepeated, type NewRun } from '../store/runs.ts';
import { FULL_PERCENT, fullProblem, hasRoom, selectStorage, sharesOf, TICKETED_PERCENT } from '../store/storage.ts';
import { networkTagOf, providerTagOf, sourcesOf } from './source.ts';

/** What machines that do not say which they are may send together, of what their network may. */
const UNNAMED_SHARE = 1 / 2;
/** As many machines of a network may measure at once without saying which they are: a class. */
const UNNAMED_AT_ONCE = 30;
/** Addresses of version 6 that people get are /56 or /48: a /48 may send so many times what one network may. */
const WIDE_TIMES = 2;

/** Who is charged for a run, and how much time its ticket saw pass. */
interface Budget {
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
  const untimedCharge = { runs: cost, began_s: 0, busy_s: 0 };
  const ofNetwork = { ...untimedCharge, key: `n${network}`, allowed: perNetwork };
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
      { ...untimedCharge, ...time, key: `m${machine}`, allowed: Math.ceil(perNetwork * share) },
      ...(wide === null ? [] : [{ ...untimedCharge, key: `w${wide}`, allowed: perNetwork * WIDE_TIMES }]),
      { ...untimedCharge, key: 'p', allowed: Number(vars.RUNS_PER_PROVIDER_DAY) },
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
async function refuseOverBudget(db: Db, provider: SourceTag, budget: Budget): Promise<number> {
  const charges = await selectCharged(db, provider, budget.charges, budget.nowMs);
  const exceededCharge = charges.find(({ runs, allowed }) => runs > allowed);
  if (exceededCharge) throw overBudget(budget.nowMs, exceededCharge);
  const busyCharge = charges.find(({ busy_until_s }) => busy_until_s > budget.untilS);
  if (busyCharge) {
    const waitS = Math.ceil(busyCharge.busy_until_s - budget.untilS);
    const detail = `The runs of this machine took longer than the time that has passed. Try again in ${waitS} s.`;
    throw new ProblemError('too-many', detail, [], { 'retry-after': `${waitS}` });
  }
  return charges.find(({ key }) => key === budget.network.key)?.runs ?? 0;
}

function overBudget(nowMs: number, charge?: ChargeState): ProblemError {
  const detail = charge
    ? `At most ${charge.allowed} runs of ${WHO[charge.key.slice(0, 1)] ?? 'a network'} per day.`
    : 'Too many runs for today.';
  return new ProblemError('too-many', detail, [], { 'retry-after': `${secondsToMidnight(nowMs)}` });
}

/**
 * Throws where the database or the bucket is nearly full: a clear refusal instead of a write that fails. The last of the room,
 * and of what the service may grow by in a day, is for runs with a ticket.
 */
export async function refuseWhenFull(db: Db, vars: StorageVars, hasTicket = true): Promise<void> {
  if (!hasRoom(vars)) throw fullProblem();
  const storage = await selectStorage(db);
  if (!storage) return;
  const maxPercent = hasTicket ? FULL_PERCENT : TICKETED_PERCENT;
  const grownBytes = storage.database_bytes - storage.day_bytes;
  const maxGrownBytes = Number(vars.MAX_DATABASE_BYTES_PER_DAY) * (hasTicket ? 1 : TICKETED_PERCENT / 100);
  if (grownBytes <= maxGrownBytes && sharesOf(storage, vars).every(({ percent }) => percent <= maxPercent)) return;
  throw fullProblem();
}

const BLOCKED = { network: 'network', provider: 'internet provider' } as const;

/** The tags of where a request comes from; throws where moderators keep that away. */
export async function admitSource(
  db: Db,
  request: Request,
  vars: Pick<Env, 'BEHIND_CLOUDFLARE' | 'CONTACT'>,
  nowMs: number,
): Promise<{ readonly network: SourceTag; readonly provider: SourceTag }> {
  const [network, provider] = [await networkTagOf(db, request), await providerTagOf(db, request, vars)];
  const block = await selectBlock(db, network, provider, nowMs);
  if (block === null) return { network, provider };
  const until = `${new Date(block.until_ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const contact = vars.CONTACT === undefined || vars.CONTACT === '' ? 'whoever runs this site' : vars.CONTACT;
  const detail = `Moderators accept nothing from your ${BLOCKED[block.kind]} until ${until}; if that is wrong, write to ${contact}.`;
  throw new ProblemError('blocked', detail);
}

/** How many runs a document of this size counts as. */
export const costOf = (bytes: number): number => Math.ceil(bytes / BYTES_PER_COUNTED_RUN);

/** A document as it is stored. */
export async function packDocument({ record, declared }: RunUpload): Promise<ArrayBuffer> {
  const gzippedDocument = await gzip(JSON.stringify({ record, declared } satisfies RunDocument));
  if (gzippedDocument.byteLength > MAX_STORED_BYTES) {
    throw new ProblemError('too-large', `At most ${MAX_STORED_BYTES} bytes as it is stored.`);
  }
  return gzippedDocument;
}

/**
 * Stores a run: its document, then its row with all that belongs to it in one batch, so that what is acknowledged is whole.
 * A document without a row is swept later.
 *
 * @param statements that write the run and what it makes of its cohorts
 * @returns how many runs its network has published today
 */
export async function storeRun(
  db: Db,
  documents: R2Bucket,
  run: NewRun,
  gzippedDocument: ArrayBuffer,
  budget: Budget,
  statements: readonly D1PreparedStatement[],
): Promise<number> {
  // What the batch would refuse leaves no document behind: nobody can fill the bucket without publishing.
  const usedRuns = await refuseOverBudget(db, run.provider, budget);
  if (await isRepeated(db, run.part_hashes)) throw repeatedProblem();
  await putDocument(documents, run, gzippedDocument);
  try {
    await db.batch([chargeRun(db, run.provider, budget.charges, budget), ...statements]);
    return usedRuns;
  } catch (error) {
    // Refused for certain. After any other error the row may have been written, and only its answer was lost.
    if (isStatementError(error)) await deleteDocument(documents, run);
    if (isRepeatError(error)) throw repeatedProblem();
    throw isQuotaError(error) ? overBudget(run.created_ms) : error;
  }
}

const repeatedProblem = () =>
  new ProblemError(
    'repeated',
    'This result is already published under another id. Two real measurements are never identical.',
  );
