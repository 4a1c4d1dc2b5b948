import { readRunId } from '@opfsmark/schema/documents';
import { isTime } from '$lib/base/local/checks.ts';

const LOCAL = 'local:';

/** When a run that is kept in this browser began, by which it is known here; `null` for the id of a published one. */
export function localStartOf(id: string): string | null {
  return id.startsWith(LOCAL) ? id.slice(LOCAL.length) : null;
}

/** The id of a run that is kept in this browser: see `localStartOf`. */
export function localIdOf(startedAt: string): string {
  return `${LOCAL}${startedAt}`;
}

/** As many as fit beside each other. */
export const MAX_RUNS = 6;

/** The query in the address of a comparison. */
export interface CompareQuery {
  /** Ids of published runs, and of runs kept in this browser. */
  readonly ids: readonly string[];
  readonly base: string | null;
  readonly caseId: string | null;
}

/** Two or more of a kind side by side. */
export function pairAddress(kind: 'run' | 'device', ids: readonly string[]): string {
  return `/compare?${kind}s=${ids.map(encodeId).join(',')}`;
}

/** Side by side as runs of one machine, which nobody but its owner knows. */
export const oneMachineAddress = (ids: readonly string[]): string => `${pairAddress('run', ids)}&same=1`;

/** The address says so: see `oneMachineAddress`. */
export const isOfOneMachine = (parameters: URLSearchParams): boolean => parameters.get('same') === '1';

/** Ids stand as they are: the signs of those of kept runs need no escaping in a query. */
const encodeId = (id: string) => encodeURIComponent(id).replaceAll('%3A', ':');

export function compareAddress({ ids, base, caseId }: CompareQuery): string {
  const parts = [
    ...(ids.length > 0 ? [`runs=${ids.join(',')}`] : []),
    ...(base !== null && ids.includes(base) && base !== ids[0] ? [`base=${base}`] : []),
    ...(caseId !== null ? [`case=${encodeURIComponent(caseId)}`] : []),
  ];
  return parts.length === 0 ? '/compare' : `/compare?${parts.join('&')}`;
}

/** Every id has a digit, and no word has. */
const PUBLISHED_ID = '(?<![0-9A-Z])(?=[A-Z]*[0-9])[0-9A-TV-Z]{16}(?![0-9A-Z])';
const LOCAL_ID = 'LOCAL:[0-9T:.-]+Z';

/** A time that is none is no id: it could not even be said that its run is not here. */
const readLocalId = (time: string) => (isTime(time) ? localIdOf(time) : []);

/** Ids out of whatever was pasted: ids, links, lines, commas; each once. */
export function readRunIds(text: string): string[] {
  const matches = text.toUpperCase().match(new RegExp(`${LOCAL_ID}|${PUBLISHED_ID}`, 'g')) ?? [];
  const ids = matches.flatMap((id) =>
    id.startsWith('LOCAL:') ? readLocalId(id.slice(LOCAL.length)) : (readRunId(id) ?? []),
  );
  return [...new Set(ids)].slice(0, MAX_RUNS);
}

const SLUG = /^[^\s,]{1,240}$/;

/** Slugs of devices, each once. */
export function readSlugs(text: string): string[] {
  const slugs = text.split(',').filter((slug) => SLUG.test(slug));
  return [...new Set(slugs)].slice(0, MAX_RUNS);
}
