import { clientName } from '@opfsmark/schema/client-name';
import { NO_VALUE } from '@opfsmark/schema/figures/numbers';

export { clientName, NO_VALUE };

/** "Chrome 156 · Linux", of a result as lists have it. */
export function clientText({ browser, version = '', os }: { browser: string; version?: string; os: string }): string {
  const major = version === '' ? null : Number(version);
  return `${clientName({ family: browser, major })} · ${clientName({ family: os, major: null })}`;
}

const BEFORE_UNIT = /(\d) (?=%|(?:min|h|[nµm]?s|[kKMGT]?i?B)\b)/g;
/** Counters of Japanese stand at their number, and a line may end between them. */
const BEFORE_COUNTER = /(\d)(?=[秒分回件個倍つ行]|時間)/g;

/** A sentence in which a number and its unit stay on one line. */
export const keepUnits = (sentence: string): string =>
  sentence.replace(BEFORE_UNIT, '$1\u00a0').replace(BEFORE_COUNTER, '$1\u2060');

/** The name of an id. Another version of the site may have others: they stand for themselves. */
export function knownName(names: Readonly<Record<string, () => string>>, id: string): string {
  return Object.hasOwn(names, id) ? (names[id]?.() ?? id) : id;
}

/** A number that may not be there. */
export const orDash = (value: number | null, show: (value: number) => string) =>
  value === null ? NO_VALUE : show(value);

/** Three small letters in a row, or Japanese: no unit has them, and no short name of a test. */
const WORD = /\p{Ll}{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * The attribute `translate` of an element that shows a text of either kind: translators leave figures, units and names with
 * a number as they are, and translate words.
 */
export const translation = (text: string | undefined): 'no' | undefined =>
  text !== undefined && (/\d/.test(text) || !WORD.test(text)) ? 'no' : undefined;
