import type apiDocs from './texts/en/api-docs.ts';
import type board from './texts/en/board.ts';
import type common from './texts/en/common.ts';
import type compare from './texts/en/compare.ts';
import type customise from './texts/en/customise.ts';
import type drives from './texts/en/drives.ts';
import type family from './texts/en/family.ts';
import type history from './texts/en/history.ts';
import type method from './texts/en/method.ts';
import type moderate from './texts/en/moderate.ts';
import type outbox from './texts/en/outbox.ts';
import type parts from './texts/en/parts.ts';
import type permalink from './texts/en/permalink.ts';
import type picker from './texts/en/picker.ts';
import type privacy from './texts/en/privacy.ts';
import type publish from './texts/en/publish.ts';
import type published from './texts/en/published.ts';
import type publishedWords from './texts/en/published-words.ts';
import type result from './texts/en/result.ts';
import type standing from './texts/en/standing.ts';
import type trouble from './texts/en/trouble.ts';

/** What texts are about, a file per language each. English is the shape that each other language must have. */
export interface Subjects {
  readonly 'api-docs': typeof apiDocs;
  readonly board: typeof board;
  readonly common: typeof common;
  readonly compare: typeof compare;
  readonly customise: typeof customise;
  readonly drives: typeof drives;
  readonly family: typeof family;
  readonly history: typeof history;
  readonly method: typeof method;
  readonly moderate: typeof moderate;
  readonly outbox: typeof outbox;
  readonly parts: typeof parts;
  readonly permalink: typeof permalink;
  readonly picker: typeof picker;
  readonly privacy: typeof privacy;
  readonly publish: typeof publish;
  readonly published: typeof published;
  readonly 'published-words': typeof publishedWords;
  readonly result: typeof result;
  readonly standing: typeof standing;
  readonly trouble: typeof trouble;
}
export type Subject = keyof Subjects;
