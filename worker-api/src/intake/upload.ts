import {
  contradictions,
  familyRecordContradictions,
  FamilyUpload,
  hasFamilyFindings,
  isFamilyId,
  isFamilyRecord,
  pickedContradictions,
  RunUpload,
  type AnyRecord,
  type AnyUpload,
  type FieldError,
} from '@opfsmark/schema';
import { cleanLabel, slugOf } from './device-name.ts';
import { ProblemError } from '../base/problem.ts';

const LABELS = { device: 80, drive: 80, note: 280 } as const;

/** Text as it will be shown, so that the stored document, its hash and the page agree. */
export function cleanDeclaration<Upload extends AnyUpload>(upload: Upload): Upload {
  const declared = { ...upload.declared };
  const errors: FieldError[] = [];
  for (const field of ['device', 'drive', 'note'] as const) {
    const given = declared[field];
    if (given === undefined) continue;
    const clean = cleanLabel(given, LABELS[field]);
    if ('problem' in clean) errors.push({ pointer: `/declared/${field}`, detail: clean.problem });
    else declared[field] = clean.text;
  }
  if (errors.length === 0 && slugOf(declared.device) === '') {
    errors.push({ pointer: '/declared/device', detail: 'has no letter and no digit' });
  }
  if (errors.length > 0) throw new ProblemError('invalid-body', '', errors);
  return { ...upload, declared };
}

/** The family that its plan names says what a body is to be; one that names none is held against the grid's. */
export function uploadSchemaFor(value: unknown): typeof RunUpload | typeof FamilyUpload {
  const family = member(member(member(value, 'record'), 'plan'), 'family');
  return typeof family === 'string' && isFamilyId(family) ? FamilyUpload : RunUpload;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Engines without a drive behind them: for tests and demonstrations. */
const MADE_UP = new Set(['memory', 'scripted']);

export function refuseContradictions(record: AnyRecord): void {
  const found = isFamilyRecord(record)
    ? [...familyRecordContradictions(record), ...pickedContradictions(record)]
    : contradictions(record);
  const errors = found.map(({ pointer, detail }) => ({ pointer: `/record${pointer}`, detail }));
  if (MADE_UP.has(record.environment.engine)) {
    errors.unshift({ pointer: '/record/environment/engine', detail: 'measures no drive and cannot be published' });
  }
  if (isFamilyRecord(record)) {
    if (!hasFamilyFindings(record)) errors.push({ pointer: '/record/result', detail: 'has nothing that was measured' });
  } else if (record.result.jobs.every((job) => job.passes.length === 0)) {
    errors.push({ pointer: '/record/result/jobs', detail: 'has nothing that was measured' });
  }
  if (errors.length > 0) throw new ProblemError('contradiction', '', errors);
}
