import type { RunUpload } from '@opfsmark/schema/api';
import {
  checkText,
  DECLARED_TEXTS,
  declaredProblems,
  describeTextProblem,
  normalizeText,
  TEXT_PROBLEMS,
  textProblem,
  visibleText,
  type FieldError,
} from '@opfsmark/schema/documents';
import { ProblemError } from '../base/problem.ts';
import { serviceNameProblem } from './names.ts';

/** An upload whose texts are as they will be shown, so that the stored document, its hash and the page agree. */
export function cleanDeclaration(upload: RunUpload): RunUpload {
  const problems = declaredProblems(upload.declared);
  const named = problems.length > 0 ? [] : NAMES.flatMap((field) => serviceProblem(upload.declared, field));
  const errors = [
    ...recordProblems(upload.record),
    ...[...problems, ...named].map(({ field, problem }) => ({
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

/** A name of a group, or of a device that a moderator has chosen; throws why it cannot be shown. */
export function cleanName(name: string): string {
  const { text, problem = serviceNameProblem(normalizeText(name)) } = checkText(name, 'device');
  if (text !== undefined && problem === null) return text;
  throw new ProblemError('invalid-body', '', [
    { pointer: '/name', detail: describeTextProblem(problem ?? 'empty', 'device') },
  ]);
}

/** A reporter's words for moderators alone: what cannot be shown is left out. */
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
