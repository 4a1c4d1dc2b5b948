import type boards from './texts/en/boards.ts';
import type checked from './texts/en/checked.ts';
import type compare from './texts/en/compare.ts';
import type families from './texts/en/families.ts';
import type history from './texts/en/history.ts';
import type moderate from './texts/en/moderate.ts';
import type prose from './texts/en/prose.ts';
import type publish from './texts/en/publish.ts';
import type result from './texts/en/result.ts';
import type run from './texts/en/run.ts';
import type site from './texts/en/site.ts';

/** What texts are about, a file per language each. English is the shape that each other language must have. */
export interface Subjects {
  readonly boards: typeof boards;
  readonly checked: typeof checked;
  readonly compare: typeof compare;
  readonly families: typeof families;
  readonly history: typeof history;
  readonly moderate: typeof moderate;
  readonly prose: typeof prose;
  readonly publish: typeof publish;
  readonly result: typeof result;
  readonly run: typeof run;
  readonly site: typeof site;
}
export type Subject = keyof Subjects;
