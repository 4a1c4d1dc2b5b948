import * as z from 'zod/mini';
import { LETTER_OR_DIGIT, MAX_SLUG_CHARACTERS, slugOf } from './slug.ts';
import { FILESYSTEMS, INTERFACES } from './lists.ts';
import { TEXT_PROBLEMS, type TextProblem } from './text-problems.ts';

/** Texts that people declare, and how long they may be once they are normalized, which can make them longer. */
export const MAX_TEXT_CHARACTERS = { device: 80, drive: 80, note: 280 } as const;
export type DeclaredText = keyof typeof MAX_TEXT_CHARACTERS;
export const DECLARED_TEXTS = ['device', 'drive', 'note'] as const satisfies readonly DeclaredText[];

const declaredText = (field: DeclaredText) => z.string().check(z.minLength(1), z.maxLength(MAX_TEXT_CHARACTERS[field]));

/** The declaration of a person about the machine; a page can see none of it. */
export const Declaration = z.strictObject({
  device: declaredText('device'),
  drive: z.optional(declaredText('drive')),
  interface: z.optional(z.enum(INTERFACES)),
  filesystem: z.optional(z.enum(FILESYSTEMS)),
  note: z.optional(declaredText('note')),
  /** The browser was started with its profile on this drive, which is not the one it is usually on. */
  profile_moved: z.optional(z.boolean()),
});
export type Declaration = z.infer<typeof Declaration>;
const DriveCode = z.pick(Declaration, { drive: true, interface: true, filesystem: true });

const DRIVE_CODE = 'opfsmark-drive?';
type DeclaredDrive = Pick<Declaration, 'drive' | 'interface' | 'filesystem'>;

/** One line that has the names of a drive, which a person pastes where a page asks for its model. */
export function driveCode(drive: DeclaredDrive): string {
  const known = Object.entries(drive).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return `${DRIVE_CODE}${new URLSearchParams(known).toString()}`;
}

/** A line as `driveCode` makes it; `null` for anything else. */
export function parseDriveCode(text: string): DeclaredDrive | null {
  const code = text.trim();
  if (!code.startsWith(DRIVE_CODE)) return null;
  const values = Object.fromEntries(new URLSearchParams(code.slice(DRIVE_CODE.length)));
  return z.safeParse(DriveCode, values).data ?? null;
}

/** Control characters, marks that reverse text, and characters without width: none of them belongs in a name. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/u;

/** Signs that end a consonant, so that a joiner after them chooses how it is written with the next (UAX 31, A2 and B). */
const VIRAMA = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca]';
const EMOJI = '\\p{Extended_Pictographic}\\ufe0f?\\p{Emoji_Modifier}?';

/** Invisible characters that are part of how something is written; anywhere else they only hide in a name. */
const NEEDED = [
  // Persian, Urdu and others: the letters on both sides would join without it.
  `(?<=\\p{Script=Arabic}\\p{M}?)\\u200c(?=\\p{Script=Arabic})`,
  `(?<=${VIRAMA})[\\u200c\\u200d]`,
  // Bengali and Kannada: the letter before it keeps its form ("RAM" in Bengali).
  `(?<=[\\p{Script=Bengali}\\p{Script=Kannada}])\\u200d(?=${VIRAMA})`,
  `(?<=${EMOJI})\\u200d(?=\\p{Extended_Pictographic})`,
  `(?<=\\p{Extended_Pictographic})\\ufe0f|(?<=[0-9#*])\\ufe0f(?=\\u20e3)`,
  // The form of a Chinese character, as names of places and people have it.
  `(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]`,
];
const NEEDED_THERE = new RegExp(NEEDED.join('|'), 'gu');

/**
 * Scripts have marks of their own, up to four on a letter in Burmese; those that go with every script are stacked to cover
 * lines above and below.
 */
const TOO_MANY_MARKS = /\p{M}{5}|(?:(?=\p{M})\p{Script=Inherited}){3}|(\p{Mn})\1/u;

/** A scheme, "www.", an e-mail address, or a host under a domain that advertising uses. */
const ADDRESS =
  /:\/\/|\bwww\.|[^\s@]@[^\s@]+\.\p{L}{2,}|[\p{L}\p{N}-]\.(?:com|net|org|io|dev|app|info|biz|ru|cn|xyz|top|site|online|shop|store|club|live|link|click|tv|gg|ly|me|to|de|fr|jp|uk|us|br|in|рф|中国)(?![\p{L}\p{N}.])/iu;
/** Spellings of a dot that is not to look like one, and characters that browsers read as one. */
const HIDDEN_DOT = / ?[[({<] ?(?:\.|dot) ?[\])}>] ?| \.(?!net(?!\p{L}))(?=\p{L})|。/giu;
/** A text with its dots, as who reads it would type them: "example[.]com". */
export const plainDots = (text: string): string => text.replace(HIDDEN_DOT, '.');
/** Names of software that are written like an address. */
const SOFTWARE = /(?<![\p{L}\p{N}.@/-])(?:(?:ASP|ADO|VB|ML|Paint)\.NET|Socket\.IO|Draw\.io)(?![\p{L}\p{N}.@/:-])/giu;

/** Scripts that names are written in today (UAX 31). */
const SCRIPTS = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Hebrew', 'Arabic', 'Thaana', 'Devanagari', 'Bengali', 'Gurmukhi'],
  ...['Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai', 'Lao', 'Tibetan', 'Myanmar'],
  ...['Georgian', 'Hangul', 'Ethiopic', 'Khmer', 'Han', 'Hiragana', 'Katakana', 'Bopomofo'],
] as const;
const IN_SCRIPT = SCRIPTS.map((script) => [script, new RegExp(`\\p{Script_Extensions=${script}}`, 'u')] as const);
const COMMON = /[\p{Script=Common}\p{Script=Inherited}\u00b5\u03bc\u03a9\u2126]/u;

/** Scripts that are written together: "highly restrictive" in Unicode UTS 39. */
const TOGETHER: readonly ReadonlySet<string>[] = [
  new Set(['Latin', 'Han', 'Hiragana', 'Katakana']),
  new Set(['Latin', 'Han', 'Bopomofo']),
  new Set(['Latin', 'Han', 'Hangul']),
];

/** Letters of phonetic alphabets and of abbreviations, without those of African and Turkic languages. */
const PHONETIC = /(?![ɓɔɖɗəɛɣɩʊʋ])[\u0250-\u02af\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f]/u;

/** Besides letters and digits: what is on keyboards, brackets, dashes, quotation marks, and what scripts have of their own. */
const SIGNS =
  /[^\x20-\x7e\p{L}\p{Mn}\p{Mc}\p{Nd}〇\p{Default_Ignorable_Code_Point}\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}°®·・、。×′″‧…№€£¥]/gu;
const isOfScript = (sign: string) => /(?!\p{Script=Common})\p{Po}/u.test(sign);

/** Words with which a name passes for one that was checked. */
const CLAIM =
  /(?<![\p{L}\p{N}])(?:moderators?|moderated|verified|official|opfsmark|公式|認証済み|官方|официальн\p{L}*)(?![\p{L}\p{N}])/iu;

/** Text as it will be shown: NFKC with single spaces. */
export function normalizeText(text: string): string {
  return text.normalize('NFKC').replace(/\s+/gu, ' ').trim();
}

/** The same without control characters and what has no width. */
export function visibleText(text: string): string {
  return normalizeText(text.replace(/[^\P{C}\s]/gu, ''));
}

/** Why a normalized text cannot be shown; `null` where it can. */
export function textProblem(text: string): TextProblem | null {
  if (text === '') return 'empty';
  if (INVISIBLE.test(text.replace(NEEDED_THERE, ''))) return 'invisible';
  if (TOO_MANY_MARKS.test(text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, ''))) return 'marks';
  return ADDRESS.test(plainDots(text).replace(SOFTWARE, '')) ? 'address' : null;
}

/** Why a name could pass for another; `null` where it cannot. Words of a name may be in different scripts. */
function confusionProblem(name: string): TextProblem | null {
  if ((name.match(SIGNS) ?? []).some((sign) => !isOfScript(sign))) return 'signs';
  if (CLAIM.test(name)) return 'claim';
  for (const word of name.split(' ')) {
    const problem = confusionOfWord(word);
    if (problem) return problem;
  }
  return null;
}

function confusionOfWord(name: string): TextProblem | null {
  const letters = Array.from(name.normalize('NFC')).filter((letter) => !COMMON.test(letter));
  const scripts = letters.map((letter) => IN_SCRIPT.filter(([, is]) => is.test(letter)).map(([script]) => script));
  if (scripts.some((letterScripts) => letterScripts.length === 0) || PHONETIC.test(name)) return 'script';
  const isWithin = (allowedScripts: ReadonlySet<string>) =>
    scripts.every((letterScripts) => letterScripts.some((script) => allowedScripts.has(script)));
  const isOneScript = SCRIPTS.some((script) => isWithin(new Set([script])));
  return isOneScript || TOGETHER.some(isWithin) ? null : 'mixed';
}

/** Why a name makes no slug. Every "+" is written out, so that a slug can be longer than its name. */
function slugProblem(name: string): TextProblem | null {
  if (!LETTER_OR_DIGIT.test(name)) return 'wordless';
  return slugOf(name).length > MAX_SLUG_CHARACTERS ? 'plus' : null;
}

/** A text as it will be shown, or why it is refused. A name is more than a note: it has a slug, and could pass for another. */
export function checkText(
  text: string,
  field: DeclaredText,
): { readonly text: string; readonly problem?: never } | { readonly text?: never; readonly problem: TextProblem } {
  const cleanText = normalizeText(text);
  const isTooLong = cleanText.length > MAX_TEXT_CHARACTERS[field];
  const problem =
    textProblem(cleanText) ??
    (field === 'note' ? null : confusionProblem(cleanText)) ??
    (isTooLong ? 'long' : null) ??
    (field === 'note' ? null : slugProblem(cleanText));
  return problem === null ? { text: cleanText } : { problem };
}

/** The problem in English, as what follows the field's name in a sentence. */
export function describeTextProblem(problem: TextProblem, field: DeclaredText): string {
  return TEXT_PROBLEMS[problem].replace('{max}', `${MAX_TEXT_CHARACTERS[field]}`);
}

type Texts = Readonly<Partial<Record<DeclaredText, string | undefined>>>;

/** The problems of the texts of a declaration, field by field. */
export function declaredProblems(texts: Texts): { readonly field: DeclaredText; readonly problem: TextProblem }[] {
  return DECLARED_TEXTS.flatMap((field) => {
    const text = texts[field];
    const problem = text === undefined ? undefined : checkText(text, field).problem;
    return problem === undefined ? [] : [{ field, problem }];
  });
}
