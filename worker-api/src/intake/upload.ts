import { RunUpload } from '@opfsmark/schema/api';
import {
  contradictions,
  familyRecordContradictions,
  FamilyUpload,
  hasFamilyFindings,
  isFamilyId,
  isFamilyRecord,
  pickedContradictions,
  type AnyRecord,
  type AnyUpload,
} from '@opfsmark/schema/families';
import { UPLOAD_LIMITS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { readBody } from './body.ts';
import { cleanDeclaration } from './declaration.ts';

/** Reads, cleans and checks the body of an upload; throws the problem to answer with. */
export async function readUpload(request: Request): Promise<AnyUpload> {
  const upload = cleanDeclaration(await readBody(request, uploadSchemaFor, UPLOAD_LIMITS));
  refuseContradictions(upload.record);
  return upload;
}

/** The schema of the family that the plan names. A body that names none is checked as a run of the grid. */
function uploadSchemaFor(value: unknown): typeof RunUpload | typeof FamilyUpload {
  const family = member(member(member(value, 'record'), 'plan'), 'family');
  return typeof family === 'string' && isFamilyId(family) ? FamilyUpload : RunUpload;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Engines without a drive, for tests and demonstrations. */
const ENGINES_WITHOUT_DRIVE = new Set(['memory', 'scripted']);

/** Throws what in a record cannot be true. */
export function refuseContradictions(record: AnyRecord): void {
  const found = isFamilyRecord(record)
    ? [...familyRecordContradictions(record), ...pickedContradictions(record)]
    : contradictions(record);
  const errors = found.map(({ pointer, detail }) => ({ pointer: `/record${pointer}`, detail }));
  if (ENGINES_WITHOUT_DRIVE.has(record.environment.engine)) {
    errors.unshift({ pointer: '/record/environment/engine', detail: 'measures no drive and cannot be published' });
  }
  if (isFamilyRecord(record)) {
    if (!hasFamilyFindings(record)) errors.push({ pointer: '/record/result', detail: 'has no measured value' });
  } else if (record.result.jobs.every((job) => job.passes.length === 0)) {
    errors.push({ pointer: '/record/result/jobs', detail: 'has no measured value' });
  }
  if (errors.length > 0) throw new ProblemError('contradiction', '', errors);
}
