const BEFORE_UNIT = /(\d) (?=%|(?:min|h|[nµm]?s|[kKMGT]?i?B)\b)/g;
/** Counters of Japanese stand at their number, and a line may end between them. */
const BEFORE_COUNTER = /(\d)(?=[秒分回件個倍つ行]|時間)/g;

/** A sentence in which a number and its unit stay on one line. */
export const keepUnits = (sentence: string): string =>
  sentence.replace(BEFORE_UNIT, '$1\u00a0').replace(BEFORE_COUNTER, '$1\u2060');
