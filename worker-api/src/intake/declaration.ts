import type { RunUpload } from '@opfsmark/schema/api';
import type { FieldError } from '@opfsmark/schema/documents';
import { MAX_SLUG_CHARACTERS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { LETTER_OR_DIGIT, slugOf } from './slug.ts';
import { confusionProblem, normalizeText, textProblem, visibleText } from './text-rules.ts';

/** As `Declaration` in the schema: a text may grow while it is normalized, so it is checked again. */
const MAX_CHARACTERS = { device: 80, drive: 80, note: 280 } as const;

/** An upload whose texts are as they will be shown, so that the stored document, its hash and the page agree. */
export function cleanDeclaration(upload: RunUpload): RunUpload {
  const declared = { ...upload.declared };
  const errors = recordProblems(upload.record);
  for (const field of ['device', 'drive', 'note'] as const) {
    const given = declared[field];
    if (given === undefined) continue;
    const clean = cleanText(given, field);
    if ('problem' in clean) errors.push({ pointer: `/declared/${field}`, detail: clean.problem });
    else declared[field] = clean.text;
  }
  if (errors.length === 0) {
    for (const field of ['device', 'drive'] as const) {
      const name = declared[field];
      const problem = name === undefined ? null : slugProblem(name);
      if (problem !== null) errors.push({ pointer: `/declared/${field}`, detail: problem });
    }
  }
  if (errors.length > 0) throw new ProblemError('invalid-body', '', errors);
  return { ...upload, declared };
}

/** The text as it will be shown, or why it is refused. */
function cleanText(
  text: string,
  field: keyof typeof MAX_CHARACTERS,
): { readonly text: string } | { readonly problem: string } {
  const clean = normalizeText(text);
  const maxCharacters = MAX_CHARACTERS[field];
  const problem = textProblem(clean) ?? (field === 'note' ? null : confusionProblem(clean));
  if (problem !== null) return { problem };
  if (clean.length > maxCharacters) return { problem: `is longer than ${maxCharacters} characters` };
  return { text: clean };
}

/** A device's name that a moderator has chosen; throws why it cannot be shown. */
export function cleanName(name: string): string {
  const clean = cleanText(name, 'device');
  if ('problem' in clean) throw wrongName(clean.problem);
  return clean.text;
}

/** A group's name, under the rules for names of devices; throws why it cannot be shown. */
export function cleanGroupName(name: string): string {
  const clean = cleanName(name);
  const problem = slugProblem(clean);
  if (problem !== null) throw wrongName(problem);
  return clean;
}

function wrongName(detail: string): ProblemError {
  return new ProblemError('invalid-body', '', [{ pointer: '/name', detail }]);
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
    if (problem !== null) errors.push({ pointer: `/record${pointer}`, detail: problem });
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

/** Why a name makes no slug; `null` where it does. Every "+" is written out, so that a slug can be longer than its name. */
function slugProblem(name: string): string | null {
  if (!LETTER_OR_DIGIT.test(name)) return 'has no letter and no digit';
  return slugOf(name).length > MAX_SLUG_CHARACTERS ? 'is too long once every "+" is written as "plus"' : null;
}
