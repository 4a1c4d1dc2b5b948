import { RunUpload } from '@opfsmark/schema/api';
import { faultsOf } from '@opfsmark/schema/boards';
import { visibleText } from '@opfsmark/schema/documents';
import { isRecordOf, type RunRecord } from '@opfsmark/schema/families';
import { UPLOAD_LIMITS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { readBody } from './body.ts';
import { cleanDeclaration } from './declaration.ts';

/** Reads, cleans and checks the body of an upload; throws the problem to answer with. */
export async function readUpload(request: Request): Promise<RunUpload> {
  const upload = cleanDeclaration(cleanFailures(await readBody(request, RunUpload, UPLOAD_LIMITS)));
  refuseContradictions(upload.record);
  refuseFuture(upload.record, Date.now());
  return upload;
}

/** A clock may be a day ahead, not years. */
const MAX_AHEAD_MS = 86_400_000;

function refuseFuture({ started_at }: RunRecord, nowMs: number): void {
  if (Date.parse(started_at) <= nowMs + MAX_AHEAD_MS) return;
  throw new ProblemError('contradiction', '', [{ pointer: '/record/started_at', detail: 'is in the future' }]);
}

/** Throws what in a record cannot be true, and what gives a number that cannot be. */
export function refuseContradictions(record: RunRecord): void {
  const errors = faultsOf(record).map(({ pointer, detail }) => ({ pointer: `/record${pointer}`, detail }));
  if (errors.length > 0) throw new ProblemError('contradiction', '', errors);
}

/** What an engine says of a failure is shown to people, so it holds no character that they cannot see. */
function cleanFailures(upload: RunUpload): RunUpload {
  const { record } = upload;
  const clean = <T extends { readonly failure?: { readonly detail: string } | undefined }>(of: T): T =>
    of.failure ? { ...of, failure: { ...of.failure, detail: visibleText(of.failure.detail) } } : of;
  if (!isRecordOf(record, 'matrix')) return { ...upload, record: clean(record) };
  const jobs = record.result.jobs.map(clean);
  return { ...upload, record: clean({ ...record, result: { ...record.result, jobs } }) };
}
