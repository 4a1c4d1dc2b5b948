import type { RunUpload } from '@opfsmark/schema/api';
import {
  checkText,
  DECLARED_TEXTS,
  declaredProblems,
  describeTextProblem,
  type FieldError,
  LETTER_OR_DIGIT,
  normalizeText,
  slugOf,
  TEXT_PROBLEMS,
  textProblem,
  visibleText,
} from '@opfsmark/schema/documents';
import { ProblemError } from '../base/problem.ts';
import type { ModelKind } from '../store/models.ts';
import { serviceNameProblem } from './name-problems.ts';

/** "2TB", "1.92 TB", "1024GB"; neither "T7" nor the end of a part number. */
const CAPACITY = /(?<![\p{L}\p{M}\p{N}]|\p{N}[.,])\d+(?:[.,]\d+)?[\s\p{Pd}]?[tg]i?b(?![\p{L}\p{M}\p{N}])/giu;
const KIND_WORD = /(?<![\p{L}\p{M}\p{N}])(?:ssd|nvme|m\.2)(?![\p{L}\p{M}\p{N}])/giu;

const DIGIT = /\p{N}/u;

/**
 * The slug of a drive's model. Where a number names the model, it is without the capacity and the words for its kind, so that
 * "Samsung SSD 990 PRO" and "samsung 990 pro 2TB" are one. Where none does, the capacity tells "Seagate Expansion 4 TB" from
 * the one of 16 TB, as their kind tells "WD Blue SSD" from "WD Blue HDD".
 */
export function driveSlugOf(name: string): string {
  const model = name.replace(CAPACITY, ' ');
  if (!LETTER_OR_DIGIT.test(model)) return slugOf(name);
  const bareModel = model.replace(KIND_WORD, ' ');
  if (DIGIT.test(bareModel)) return slugOf(bareModel);
  return slugOf(name.replace(CAPACITY, (capacity) => ` ${capacity.replaceAll(/[\s\p{Pd}]/gu, '')} `));
}

export const SLUG_OF: Readonly<Record<ModelKind, (name: string) => string>> = { device: slugOf, drive: driveSlugOf };

/** An upload whose texts are as they will be shown, so that the stored document, its hash and the page agree. */
export function cleanDeclaration(upload: RunUpload): RunUpload {
  const problems = declaredProblems(upload.declared);
  const nameProblems = problems.length > 0 ? [] : NAMES.flatMap((field) => serviceProblem(upload.declared, field));
  const errors = [
    ...recordProblems(upload.record),
    ...[...problems, ...nameProblems].map(({ field, problem }) => ({
      pointer: `/declared/${field}`,
      detail: describeTextProblem(problem, field),
    })),
  ];
  if (errors.length > 0) throw new ProblemError('invalid-body', '', errors);
  const declared = { ...upload.declared };
  for (const field of DECLARED_TEXTS)
    if (declared[field] !== undefined) declared[field] = normalizeText(declared[field]);
  return { ...upload, declared };
}

const NAMES = ['device', 'drive'] as const;

function serviceProblem(declared: RunUpload['declared'], field: (typeof NAMES)[number]) {
  const problem = serviceNameProblem(normalizeText(declared[field] ?? ''));
  return problem === null ? [] : [{ field, problem }];
}

/** A name of a group, of a run in it, or of a device that a moderator has chosen; throws why it cannot be shown. */
export function cleanName(name: string, pointer: '/name' | '/nickname' = '/name'): string {
  const { text, problem = serviceNameProblem(normalizeText(name)) } = checkText(name, 'device');
  if (text !== undefined && problem === null) return text;
  throw new ProblemError('invalid-body', '', [{ pointer, detail: describeTextProblem(problem ?? 'empty', 'device') }]);
}

/** The words of reporters and moderators: what cannot be shown is left out. */
export function cleanNote(text: string): string {
  return visibleText(text);
}

/** Texts of the record that the client wrote: the core's version and why a job failed. They may hold nothing invisible. */
const VERSION = /^[0-9A-Za-z][0-9A-Za-z.+-]{0,31}$/;

function recordProblems({ environment, ...record }: RunUpload['record']): FieldError[] {
  const errors: FieldError[] = [];
  if (!VERSION.test(environment.core_version)) {
    errors.push({ pointer: '/record/environment/core_version', detail: 'is not a version' });
  }
  for (const [pointer, detail] of failureDetails(record)) {
    const problem = detail === '' ? null : textProblem(normalizeText(detail));
    if (problem !== null) errors.push({ pointer: `/record${pointer}`, detail: TEXT_PROBLEMS[problem] });
  }
  return errors;
}

function failureDetails({ failure, result }: Pick<RunUpload['record'], 'failure' | 'result'>): [string, string][] {
  const jobs = 'jobs' in result ? result.jobs : [];
  return [
    ...(failure ? [['/failure/detail', failure.detail] as [string, string]] : []),
    ...jobs.flatMap((job, i): [string, string][] =>
      job.failure ? [[`/result/jobs/${i}/failure/detail`, job.failure.detail]] : [],
    ),
  ];
}
