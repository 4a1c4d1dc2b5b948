import { say } from '../answer/words/say.ts';
import type { Translation } from '../answer/words/shape.ts';
import type english from './en.ts';
import type { ForeignProblem } from './result.ts';

export type ForeignWords = Translation<typeof english>;

/** A problem in a sentence. */
export const problemText = (
  { kind, line, text }: ForeignProblem,
  words: ForeignWords['problems'],
  locale: string,
): string => say(words[kind], { line: line ?? '', text }, locale);
