import type { RunItem, RunReceipt, RunView, Warning } from '@opfsmark/schema/api';
import { figuresOf } from '@opfsmark/schema/families';
import { MODERATOR, RANK_POLICIES, type RankPolicy } from '@opfsmark/schema/ranks';
import type { Db } from '../base/env.ts';
import { logError, ProblemError } from '../base/problem.ts';
import { filesystemName } from '../boards/lines.ts';
import { type Answered, trustOf } from '../boards/evidence.ts';
import { readableMetrics, type StoredMetrics } from '../boards/stored-metrics.ts';
import { documentKey, getDocument, type RunDocument } from '../store/documents.ts';
import {
  type ListedRun,
  NEWEST,
  type RunFilter,
  selectRuns,
  selectRunsById,
  spreadOverProviders,
} from '../store/listing.ts';
import { isDeleted, type NewRun, type RunRow, selectRun } from '../store/runs.ts';
import { selectKey } from '../store/signing-keys.ts';
import { selectWarnings } from '../store/warnings.ts';
import { warningsOf } from '../boards/warned.ts';
import type { CutSummary } from './summaries.ts';

/** Rows of a list of the newest runs. */
const RECENT_PAGE = 20;
/** Newest runs that are read for it, beside the newest of each provider that counts. */
const RUNS_SPREAD = 80;

const linksOf = (runId: string): RunView['links'] => ({ self: `/api/v1/runs/${runId}`, html: `/r/${runId}` });

/** Values of a run's metrics by id. */
function metricValues(metrics: StoredMetrics): Record<string, number> {
  return Object.fromEntries(Object.entries(readableMetrics(metrics)).map(([id, { value }]) => [id, value]));
}

/** A run as lists and exports show it. */
export function runItemOf(run: ListedRun, policy: RankPolicy, warnings: readonly Warning[]): RunItem {
  return {
    run_id: run.run_id,
    created_at: new Date(run.created_ms).toISOString(),
    trust: trustOf({ ...run, unranked: [], unlisted: 0 }, policy).trust,
    device: { slug: run.device, name: run.name },
    drive: run.drive === '' ? null : { slug: run.drive, name: run.drive_name },
    filesystem: run.filesystem === '' ? null : filesystemName(run.filesystem),
    os: run.os,
    browser: run.browser,
    family: run.family,
    profile: run.profile,
    metrics: metricValues(run),
    ...warningsOf(warnings, run),
    links: linksOf(run.run_id),
  };
}

/** The newest runs of a subject. */
export const selectNewest = (db: Db, filter: RunFilter): Promise<ListedRun[]> =>
  selectRuns(db, filter, NEWEST, RUNS_SPREAD);

/**
 * Those of a subject that its page shows, newest first: the runs that stand for its metrics and the newest of each provider that counts,
 * whatever comes, and others that are new.
 */
export async function shownRuns(
  db: Db,
  newestRuns: readonly ListedRun[],
  summaries: readonly Pick<CutSummary, 'typicalIds' | 'newestIds'>[],
): Promise<ListedRun[]> {
  const known = new Map(newestRuns.map((run) => [run.run_id, run]));
  const typicalIds = [...new Set(summaries.flatMap((summary) => summary.typicalIds))].slice(0, RECENT_PAGE / 2);
  // The ids of runs are in the order of their times.
  const newestIds = summaries
    .flatMap((summary) => summary.newestIds)
    .toSorted()
    .slice(-RECENT_PAGE);
  const missingIds = [...new Set([...typicalIds, ...newestIds])].filter((id) => !known.has(id));
  for (const run of await selectMissing(db, missingIds)) known.set(run.run_id, run);
  const newestFirst = [...known.values()].toSorted((a, b) => b.created_ms - a.created_ms);
  const typical = typicalIds.flatMap((id) => known.get(id) ?? []);
  const spread = spreadOverProviders(newestFirst, RECENT_PAGE);
  const shown = [...new Set([...typical, ...spread])].slice(0, RECENT_PAGE);
  return shown.toSorted((a, b) => b.created_ms - a.created_ms);
}

const selectMissing = (db: Db, ids: readonly string[]): Promise<ListedRun[]> =>
  ids.length === 0 ? Promise.resolve([]) : selectRunsById(db, ids);

/** The answer to an upload of a run that is already stored; throws where it was deleted or has another body. */
export function receiptOfStored(
  run: RunRow,
  { bodyHash, keyId }: { readonly bodyHash: string; readonly keyId: string },
  policy: RankPolicy,
): RunReceipt {
  if (run.body_hash !== bodyHash) throw new ProblemError('conflict', `Run ${run.run_id} has another body.`);
  if (keyId !== '' && run.confirmed_by !== keyId) {
    const errors = [{ pointer: '/signature', detail: 'comes too late: the run was published without it' }];
    throw new ProblemError('signature-refused', '', errors);
  }
  const listIn = (text: string) => JSON.parse(text) as string[];
  return receiptOf({ ...run, reasons: listIn(run.reasons), unranked: listIn(run.unranked) }, policy);
}

/** The answer to an upload. */
export function receiptOf(
  run: Answered & Pick<NewRun, 'run_id' | 'status' | 'reasons'>,
  policy: RankPolicy,
): RunReceipt {
  const { run_id, status, reasons } = run;
  return { run_id, status, reasons: [...reasons], ...trustOf(run, policy), links: linksOf(run_id) };
}

/** A run as everybody may see it: its row, one of warnings and one object read. Throws 404 or 410 where there is none. */
export async function readRun(
  db: Db,
  documents: R2Bucket,
  runId: string,
  policy: RankPolicy = RANK_POLICIES.guarded,
): Promise<RunView> {
  const [row, warnings] = await Promise.all([readPublicRow(db, runId), selectWarnings(db)]);
  const { record, declared } = (await getDocument(documents, row)) ?? (await explainMissing(db, row));
  return {
    run_id: row.run_id,
    created_at: new Date(row.created_ms).toISOString(),
    status: row.status,
    reasons: JSON.parse(row.reasons) as string[],
    ...trustOf({ ...row, unranked: JSON.parse(row.unranked) as string[] }, policy),
    unlisted: row.unlisted === 1,
    confirmed: row.confirmed_by !== '',
    confirmed_by: await confirmedBy(db, row),
    ...warningsOf(warnings, row),
    device: { slug: row.device, name: declared.device },
    drive: row.drive === '' || declared.drive === undefined ? null : { slug: row.drive, name: declared.drive },
    declared,
    record,
    figures: figuresOf(record),
    metrics: metricValues(row),
    links: linksOf(row.run_id),
  };
}

/** Whose key confirms it; `null`: a moderator does, or nobody. */
async function confirmedBy(db: Db, { confirmed_by }: RunRow): Promise<string | null> {
  if (confirmed_by === '' || confirmed_by === MODERATOR) return null;
  return (await selectKey(db, confirmed_by))?.name ?? null;
}

/** A run's row, whatever moderators have made of it. Throws 404 or 410 where there is none. */
export async function readRunRow(db: Db, runId: string): Promise<RunRow> {
  const row = await selectRun(db, runId);
  if (row) return row;
  throw new ProblemError((await isDeleted(db, runId)) ? 'gone' : 'not-found', `There is no run ${runId}.`);
}

async function readPublicRow(db: Db, runId: string): Promise<RunRow> {
  const row = await readRunRow(db, runId);
  if (row.status === 'hidden') throw new ProblemError('withdrawn', `Run ${runId} may come back.`);
  return row;
}

/** Throws 410 where the run was deleted between two reads, and 404 where its document was lost. */
async function explainMissing(db: Db, row: RunRow): Promise<RunDocument> {
  await readPublicRow(db, row.run_id);
  logError('document', new Error('it is missing'), { key: documentKey(row) });
  throw new ProblemError('document-missing', `Run ${row.run_id} is known, but its document cannot be found.`);
}
