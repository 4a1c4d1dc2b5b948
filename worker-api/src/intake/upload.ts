import { RunUpload } from '@opfsmark/schema/api';
import { boardLayoutOf, judgeRecord, type MetricValues, scopeOf } from '@opfsmark/schema/boards';
import { MAX_FAILURE_CHARACTERS, visibleText } from '@opfsmark/schema/documents';
import { knownVersion } from '@opfsmark/schema/evidence';
import {
  evidenceToRank,
  type FlagCode,
  flagsOf,
  isRecordOf,
  type RunRecord,
  familyOf,
  type FamilyId,
} from '@opfsmark/schema/families';
import { HOSTING } from '@opfsmark/schema/ranks';
import { shortHash } from '../base/crypto.ts';
import { DAY_MS } from '../base/days.ts';
import type { Db } from '../base/env.ts';
import { UPLOAD_LIMITS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { filesystemSlug, interfaceSlug } from '../boards/lines.ts';
import type { SourceTag } from '../boards/policy.ts';
import { evidenceOf } from '../boards/evidence.ts';
import { selectLookalike } from '../store/device-search.ts';
import { newDocumentVersion } from '../store/documents.ts';
import { resolveModel } from '../store/models.ts';
import type { NewRun } from '../store/runs.ts';
import { readBody } from './body.ts';
import { cleanDeclaration, SLUG_OF } from './declaration.ts';
import { MAX_AHEAD_MS, storedHashOf } from './run-id.ts';
import type { TicketKind } from './ticket.ts';

/** Before a run is compared with others, and where the same result may be published again. */
const NOT_COMPARED = { like_1: '', like_2: '', spreads: '', compared: { probes: [], count: 0 } } as const;

/** An upload, and the numbers by which it stands on boards. */
interface ReadUpload {
  readonly upload: RunUpload;
  readonly metrics: MetricValues;
}

/** Reads, cleans and checks the body of an upload; throws the problem to answer with. */
export async function readUpload(request: Request): Promise<ReadUpload> {
  const upload = cleanDeclaration(cleanFailures(await readBody(request, RunUpload, UPLOAD_LIMITS)));
  const metrics = refuseContradictions(upload.record);
  refuseFuture(upload.record, Date.now());
  return { upload, metrics };
}

function refuseFuture({ started_at }: RunRecord, nowMs: number): void {
  if (Date.parse(started_at) <= nowMs + MAX_AHEAD_MS) return;
  throw new ProblemError('contradiction', '', [{ pointer: '/record/started_at', detail: 'is in the future' }]);
}

/** The numbers of a record; throws what in it cannot be true, and what gives a number that cannot be. */
export function refuseContradictions(record: RunRecord): MetricValues {
  const { faults, metrics } = judgeRecord(record);
  const errors = faults.map(({ pointer, detail }) => ({ pointer: `/record${pointer}`, detail }));
  if (errors.length > 0) throw new ProblemError('contradiction', '', errors);
  return metrics;
}

/** The engine's sentence on a failure is shown to people, so it holds no character that they cannot see, and is cut where that makes it longer. */
function cleanFailures(upload: RunUpload): RunUpload {
  const { record } = upload;
  const shown = (detail: string) => visibleText(detail).slice(0, MAX_FAILURE_CHARACTERS).toWellFormed();
  const clean = <T extends { readonly failure?: { readonly detail: string } | undefined }>(of: T): T =>
    of.failure ? { ...of, failure: { ...of.failure, detail: shown(of.failure.detail) } } : of;
  if (!isRecordOf(record, 'matrix')) return { ...upload, record: clean(record) };
  const jobs = record.result.jobs.map(clean);
  return { ...upload, record: clean({ ...record, result: { ...record.result, jobs } }) };
}

interface AcceptedUpload extends ReadUpload {
  readonly runId: string;
  readonly ticket: TicketKind;
  readonly bodyHash: string;
  readonly network: SourceTag;
  readonly provider: SourceTag;
  readonly nowMs: number;
  /** SHA-256 of the core that this site serves. */
  readonly coreSha256: string | undefined;
  /** The key that signed it, '' for none. */
  readonly signedBy: string;
}
const MACHINE_HASH_BYTES = 8;

/** How far a machine's clock may be wrong. */
const MAX_CLOCK_ERROR_MS = DAY_MS;

/** Only a ticket tells when the run began: one without may be sent days later. What is in the future was refused before. */
function hasRightDate({ record, ticket }: RunUpload): boolean {
  if (!ticket) return true;
  return Math.abs(Date.parse(record.started_at) - Date.parse(ticket.issued_at)) <= MAX_CLOCK_ERROR_MS;
}

/** Why the run does not count: what its record does not show, or shows, and what its ticket and its sender do not. */
function unrankedBecause({ upload, metrics, ticket, nowMs, coreSha256, provider }: AcceptedUpload): string[] {
  const { record, declared } = upload;
  const evidence = evidenceToRank(record, { declared, cores: coreSha256 === undefined ? [] : [coreSha256], nowMs });
  const ofTicket = { valid: [], elsewhere: ['other_origin'], absent: ['no_ticket'], expired: ['no_ticket'] };
  const ofSender = provider === HOSTING ? ['hosting'] : [];
  const ofDate = hasRightDate(upload) ? [] : ['wrong_date'];
  return [...ofTicket[ticket], ...ofSender, ...ofDate, ...suspicionsOf({ record, metrics }), ...evidence];
}

async function refuseLookalike(db: Db, name: string, slug: string): Promise<void> {
  const lookalike = await selectLookalike(db, name, slug);
  if (lookalike === null) return;
  const detail = `looks like "${lookalike}", which is another name; write it like that if you mean the same`;
  throw new ProblemError('invalid-body', '', [{ pointer: '/declared/device', detail }]);
}

/** The row of an upload: what it is compared by, its metrics, and whether it counts. */
export async function newRunOf(db: Db, acceptedUpload: AcceptedUpload): Promise<NewRun> {
  const { metrics } = acceptedUpload;
  const { record, declared, rig_id } = acceptedUpload.upload;
  const { os, browser } = record.environment.client;
  const layout = boardLayoutOf(record);
  const scope = layout === null ? '' : scopeOf(record.plan.suite, layout);
  const device = await resolveModel(db, 'device', SLUG_OF.device(declared.device));
  await refuseLookalike(db, declared.device, device);
  const unrankedReasons = unrankedBecause(acceptedUpload);
  return {
    run_id: acceptedUpload.runId,
    document: newDocumentVersion(),
    created_ms: acceptedUpload.nowMs,
    body_hash: acceptedUpload.bodyHash,
    deletion_hash: storedHashOf(acceptedUpload.upload.deletion_sha256),
    status: 'published',
    reasons: acceptedUpload.ticket === 'expired' ? ['ticket_expired'] : [],
    evidence: evidenceOf(unrankedReasons, acceptedUpload.signedBy !== ''),
    unranked: unrankedReasons,
    ...NOT_COMPARED,
    rig: rig_id === undefined ? '' : await shortHash(rig_id, MACHINE_HASH_BYTES),
    network: acceptedUpload.network,
    provider: acceptedUpload.provider,
    confirmed_by: acceptedUpload.signedBy,
    unlisted: acceptedUpload.upload.unlisted ? 1 : 0,
    scope,
    device,
    filesystem: declared.filesystem === undefined ? '' : filesystemSlug(declared.filesystem),
    os: os.family,
    browser: browser.family,
    version: knownVersion(record.environment, acceptedUpload.nowMs),
    core: record.environment.core_version,
    drive: await resolveModel(db, 'drive', SLUG_OF.drive(declared.drive ?? '')),
    drive_name: declared.drive ?? '',
    interface: declared.interface === undefined ? '' : interfaceSlug(declared.interface),
    flush: record.environment.flush_primitive,
    family: record.family,
    profile: record.plan.profile,
    name: declared.device,
    metrics,
  };
}

/** Flags of what is no measurement of a drive. */
const SUSPICIONS: ReadonlySet<FlagCode> = new Set(['memory_backed', 'flush_does_nothing', 'hidden_during_pass']);

/** The signs of a record against itself; nothing of one that stands on no board. */
export function suspicionsOf({ record, metrics }: { record: RunRecord; metrics: MetricValues }): FlagCode[] {
  if (Object.keys(metrics).length === 0) return [];
  return [...new Set(flagsOf(familyOf<FamilyId>(record.family), record).map(({ code }) => code))].filter((code) =>
    SUSPICIONS.has(code),
  );
}
