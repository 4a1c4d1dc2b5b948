/** Control characters, marks that reverse text, and characters without width: none of them belongs in a name. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u3164\uffa0]/u;
/** No name needs more marks on one letter. */
const TOO_MANY_MARKS = /\p{M}{3}/u;
/** A scheme, "www.", an e-mail address, or a host under a domain that advertising uses. */
const ADDRESS =
  /:\/\/|\bwww\.|[^\s@]@[^\s@]+\.\p{L}{2,}|[\p{L}\p{N}-]\.(?:com|net|org|io|dev|app|info|biz|ru|cn|xyz|top|site|online|shop|store|club|live|link|click|tv|gg|ly|me|to|de|fr|jp|uk|us|br|in|рф|中国)(?![\p{L}\p{N}.])/iu;

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

/** Letters of other scripts that look like Latin ones; a word of them alone passes for another (UTS 39, confusables). */
const LOOKS_LATIN = /^[асеорхуіјѕԁһӏԛԝѵАВЕЅІЈКМНОРСТХҮԌԚԜοανκιρυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]$/u;

/** Text as it will be shown: NFKC with single spaces. */
export function normalizeText(text: string): string {
  return text.normalize('NFKC').replace(/\s+/gu, ' ').trim();
}

/** The same without control characters and what has no width. */
export function visibleText(text: string): string {
  return normalizeText(text.replace(/[^\P{C}\s]/gu, ''));
}

/** Why a normalized text cannot be shown; `null` where it can. */
export function textProblem(text: string): string | null {
  if (text === '') return 'is empty';
  if (INVISIBLE.test(text)) return 'has invisible or control characters';
  if (TOO_MANY_MARKS.test(text.normalize('NFD'))) return 'has more than two marks on one letter';
  if (ADDRESS.test(text)) return 'has a web or mail address, which names must not have';
  return null;
}

/** Why a name could pass for another; `null` where it cannot. Words of a name may be in different scripts. */
export function confusionProblem(name: string): string | null {
  for (const word of name.split(' ')) {
    const problem = confusionOfWord(word);
    if (problem) return problem;
  }
  return null;
}

function confusionOfWord(name: string): string | null {
  const letters = Array.from(name.normalize('NFC')).filter((letter) => !COMMON.test(letter));
  const scripts = letters.map((letter) => IN_SCRIPT.filter(([, is]) => is.test(letter)).map(([script]) => script));
  if (scripts.some((own) => own.length === 0)) return 'has letters of a script that names are not written in';
  const isWithin = (allowed: ReadonlySet<string>) => scripts.every((own) => own.some((script) => allowed.has(script)));
  const isOneScript = SCRIPTS.some((script) => isWithin(new Set([script])));
  if (!isOneScript && !TOGETHER.some(isWithin))
    return 'mixes letters of different scripts, which could pass for another name';
  const isLookalike = letters.length > 0 && letters.every((letter) => LOOKS_LATIN.test(letter));
  return isLookalike ? 'is written in letters that look like Latin ones' : null;
}
