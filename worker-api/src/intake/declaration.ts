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
  type TextProblem,
  visibleText,
} from '@opfsmark/schema/documents';
import { parse } from 'tldts';
import { ProblemError } from '../base/problem.ts';
import { skeletonsOf } from '../store/device-search.ts';
import type { ModelKind } from '../store/models.ts';

/** Makers of computers and drives, and what they call them: a name that only looks like one of these is none. */
const BRANDS = [
  'adata alienware amd aorus apple aspire asus chromebook corsair crucial dell dynabook elitebook framework fujitsu galaxy',
  'gigabyte google honor huawei hynix ideapad imac inspiron intel ipad iphone kingston kioxia latitude lenovo lexar macbook',
  'matebook microsoft nvidia oneplus oppo panasonic pavilion paypal pixel predator probook raspberry razer realme redmi sabrent',
  'samsung sandisk seagate sony surface synology thinkpad toshiba transcend vaio vivobook western xiaomi xps zenbook',
].flatMap((line) => line.split(' '));
const BRAND_WORDS = new Set(BRANDS);
const BRAND_SKELETONS = new Set(BRANDS.flatMap(skeletonsOf));
/** The same for words in ASCII, of which "rn" is no m: "Arnd" is a name. */
const strokes = (word: string) => word.toLowerCase().replace(/[il1]/g, 'l').replaceAll('0', 'o');
const BRAND_STROKES = new Set(BRANDS.map(strokes));

function looksLikeBrand(word: string): boolean {
  if (BRAND_WORDS.has(word.toLowerCase())) return false;
  if (/^[ -~]+$/.test(word)) return BRAND_STROKES.has(strokes(word));
  return skeletonsOf(word).some((skeleton) => BRAND_SKELETONS.has(skeleton));
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** Labels that are joined by dots, the last one of letters. */
const HOSTS = /[\p{L}\p{M}\p{N}-]*\p{L}[\p{L}\p{M}\p{N}-]*(?:\.[\p{L}\p{M}\p{N}-]+)*\.\p{L}[\p{L}\p{M}\p{N}-]*/gu;
/** Names of software that are written like a host. */
const SOFTWARE = new Set(['asp.net', 'ado.net', 'vb.net', 'ml.net', 'paint.net', 'socket.io', 'draw.io']);

/** A host under a suffix that anybody can register names below, by the public suffix list. */
const isHost = (text: string) => !SOFTWARE.has(text.toLowerCase()) && parse(text).isIcann === true;

/** What only the service knows of a name that may be shown otherwise: its lists are too large for a page. */
function serviceNameProblem(name: string): TextProblem | null {
  if ([...name.matchAll(HOSTS)].some(([host]) => isHost(host))) return 'address';
  return [...name.matchAll(WORDS)].some(([word]) => looksLikeBrand(word)) ? 'lookalike' : null;
}

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
