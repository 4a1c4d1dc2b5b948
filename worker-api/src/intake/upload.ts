import { RunUpload } from '@opfsmark/schema/api';
import { contradictions, hasFindings, type RunRecord } from '@opfsmark/schema/families';
import { UPLOAD_LIMITS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { readBody } from './body.ts';
import { cleanDeclaration } from './declaration.ts';

/** Reads, cleans and checks the body of an upload; throws the problem to answer with. */
export async function readUpload(request: Request): Promise<RunUpload> {
  const upload = cleanDeclaration(await readBody(request, RunUpload, UPLOAD_LIMITS));
  refuseContradictions(upload.record);
  return upload;
}

/** Engines without a drive, for tests and demonstrations. */
const ENGINES_WITHOUT_DRIVE = new Set(['memory', 'scripted']);

/** Throws what in a record cannot be true. */
export function refuseContradictions(record: RunRecord): void {
  const errors = contradictions(record).map(({ pointer, detail }) => ({ pointer: `/record${pointer}`, detail }));
  if (ENGINES_WITHOUT_DRIVE.has(record.environment.engine)) {
    errors.unshift({ pointer: '/record/environment/engine', detail: 'measures no drive and cannot be published' });
  }
  if (!hasFindings(record)) errors.push({ pointer: '/record/result', detail: 'has no measured value' });
  if (errors.length > 0) throw new ProblemError('contradiction', '', errors);
}
