import type { RunUpload } from '@opfsmark/schema/api';
import type { FieldError } from '@opfsmark/schema/documents';
import { MAX_SLUG_CHARACTERS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';

/** As `Declaration` in the schema: a text may grow while it is normalized, so it is checked again. */
const MAX_CHARACTERS = { device: 80, drive: 80, note: 280 } as const;

/** Control characters, marks that reverse text, and characters without width: none of them belongs in a name. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u3164\uffa0]/u;
/** No script puts more marks on one letter. */
const MAX_MARKS_PER_LETTER = 4;
const TOO_MANY_MARKS = new RegExp(`\\p{M}{${MAX_MARKS_PER_LETTER + 1}}`, 'u');
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** An upload whose texts are as they will be shown, so that the stored document, its hash and the page agree. */
export function cleanDeclaration(upload: RunUpload): RunUpload {
  const declared = { ...upload.declared };
  const errors: FieldError[] = [];
  for (const field of ['device', 'drive', 'note'] as const) {
    const given = declared[field];
    if (given === undefined) continue;
    const clean = cleanText(given, MAX_CHARACTERS[field]);
    if ('problem' in clean) errors.push({ pointer: `/declared/${field}`, detail: clean.problem });
    else declared[field] = clean.text;
  }
  if (errors.length === 0) {
    const problem = slugProblem(declared.device);
    if (problem !== null) errors.push({ pointer: '/declared/device', detail: problem });
  }
  if (errors.length > 0) throw new ProblemError('invalid-body', '', errors);
  return { ...upload, declared };
}

/** A text without what nobody can see. */
export function visibleText(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').replace(new RegExp(INVISIBLE, 'gu'), '').trim();
}

/** The text in NFKC with single spaces, or why it is refused. */
function cleanText(text: string, maxCharacters: number): { readonly text: string } | { readonly problem: string } {
  const clean = text.normalize('NFKC').replace(/\s+/gu, ' ').trim();
  if (clean === '') return { problem: 'is empty' };
  if (INVISIBLE.test(clean)) return { problem: 'has invisible or control characters' };
  if (TOO_MANY_MARKS.test(clean)) return { problem: 'has too many marks on one letter' };
  if (clean.length > maxCharacters) return { problem: `is longer than ${maxCharacters} characters` };
  return { text: clean };
}

/** Why a device's name makes no slug; `null` where it does. */
function slugProblem(device: string): string | null {
  if (!LETTER_OR_DIGIT.test(device)) return 'has no letter and no digit';
  // Every "+" is written out, so the slug can be longer than the name.
  return slugOf(device).length > MAX_SLUG_CHARACTERS ? 'is too long once every "+" is written as "plus"' : null;
}

/** The form in which names are compared and linked: "Samsung 980 PRO" -> "samsung-980-pro". */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('+', ' plus ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
