import { refusal, type Refusal } from './refusal.ts';
import english, { type RefusalWords } from './words/en.ts';

/** "must be from 4KiB to 16MiB": what completes a parameter and its value. */
export function refusalText({ id, values }: Refusal, words: RefusalWords = english): string {
  return words[id].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** The text of a rule of a schema on what it refuses. */
export function rule(id: Refusal['id'], values: Refusal['values'] = {}) {
  const given = refusal(id, values);
  return { error: refusalText(given), params: { refusal: given } };
}
