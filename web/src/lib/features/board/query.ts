import {
  BOARD_LAYOUTS,
  BOARD_SUBJECTS,
  formatClient,
  isMetricId,
  metricOf,
  OFFERED_METRIC_IDS,
  parseClient,
  parseSort,
  type BoardLayout,
  type BoardParts,
  type MetricId,
} from '@opfsmark/schema/boards';
import { FILESYSTEMS } from '@opfsmark/schema/documents';

export const SUBJECTS = BOARD_SUBJECTS;
export const LAYOUTS = BOARD_LAYOUTS;

/** The metrics that stand on boards of a layout, in the order in which they are offered. */
export function metricsOn(layout: BoardLayout): readonly MetricId[] {
  return OFFERED_METRIC_IDS.filter((id) => metricOf(id).layouts.includes(layout));
}

/** Those of some layouts that are known of what a page shows, in the order in which they are offered. */
export function measuredMetrics(
  layouts: readonly BoardLayout[],
  cells: readonly { readonly metric: string }[],
  runs: readonly { readonly metrics: Readonly<Record<string, number>> }[],
): readonly MetricId[] {
  const knownIds = new Set([
    ...cells.map(({ metric }) => metric),
    ...runs.flatMap(({ metrics }) => Object.keys(metrics)),
  ]);
  return OFFERED_METRIC_IDS.filter(
    (id) => knownIds.has(id) && metricOf(id).layouts.some((layout) => layouts.includes(layout)),
  );
}

/** The kind of a number for people who know no names of tests; `null` for what its own name says. */
export function plainKindOf(id: MetricId) {
  if (id === 'drive_score') return 'drive';
  if (id === 'app_feel_score') return 'app_feel';
  const { row, reads, unit, isBuffered = false } = metricOf(id);
  if (row === null) return null;
  const size = row.startsWith('RND') ? 'small' : 'large';
  if (reads !== null) return reads === 'drive' ? (`${size}_read` as const) : (`${size}_memory` as const);
  if (unit === 'ns') return `${size}_save` as const;
  return isBuffered ? (`${size}_buffered` as const) : (`${size}_write` as const);
}

/** By which of some metrics a page opens: the first that is compared over all browsers and systems, as leaderboards do. */
export const leadingMetric = (metricIds: readonly MetricId[]): MetricId | null =>
  metricIds.find((id) => !metricOf(id).withinClient) ?? metricIds[0] ?? null;

/** The metric that every run of a layout has, also where memory answered its reads: `null` where there is nothing like it. */
export const writtenMetric = (layout: BoardLayout): MetricId | null =>
  metricsOn(layout).find((id) => metricOf(id).reads === null && !metricOf(id).withinClient) ?? null;

/** The query in an address of the leaderboard. */
export interface BoardQuery extends BoardParts {
  readonly cursor: string | null;
  /** The search among the names on the board. */
  readonly search: string;
  /** Whether what others have not confirmed is left out. */
  readonly confirmedOnly: boolean;
  /** Other than best first: "-name". */
  readonly sort: string | null;
}

/** As the service writes them in addresses. */
export const filesystemName = (slug: string): string => FILESYSTEMS.find((name) => name.toLowerCase() === slug) ?? slug;

/** A layout that was chosen decides which metrics there are; without one, a metric brings its own. */
function readMetric(parameters: URLSearchParams): Pick<BoardQuery, 'metric' | 'layout'> {
  const text = parameters.get('metric') ?? '';
  const namedMetric = isMetricId(text) ? text : null;
  const chosenLayout = LAYOUTS.find((candidate) => candidate === parameters.get('layout'));
  const layout = chosenLayout ?? (namedMetric && metricOf(namedMetric).layouts[0]) ?? 'shared';
  const metrics = metricsOn(layout);
  const metric = namedMetric !== null && metrics.includes(namedMetric) ? namedMetric : metrics[0];
  if (metric === undefined) throw new Error(`no metrics of ${layout}`);
  return { metric, layout };
}

/** The boards that there are, of this metric and layout and within a client. */
export function clientBoards(
  boards: readonly BoardParts[],
  { metric, layout }: Pick<BoardQuery, 'metric' | 'layout'>,
): readonly BoardParts[] {
  return boards.filter((board) => board.client !== null && board.metric === metric && board.layout === layout);
}

const DEFAULT_CLIENT = { os: 'macos', browser: 'chrome' };

/**
 * Reads an address; what cannot be understood falls back to the default board. `boards`: those that there are. A metric that
 * is comparable within one client only is shown for the first client that has such a board.
 */
export function readBoardQuery(parameters: URLSearchParams, boards: readonly BoardParts[] = []): BoardQuery {
  const { metric, layout } = readMetric(parameters);
  const { withinClient } = metricOf(metric);
  const requestedSubject = SUBJECTS.find((candidate) => candidate === parameters.get('by')) ?? 'device';
  const subject = withinClient ? 'device' : requestedSubject;
  const requestedClient = subject === 'device' ? parseClient(parameters.get('client') ?? '') : null;
  const usualClient = withinClient ? (clientBoards(boards, { metric, layout })[0]?.client ?? DEFAULT_CLIENT) : null;
  const client = requestedClient ?? usualClient;
  const filesystem = FILESYSTEMS.map((name) => name.toLowerCase()).find(
    (slug) => slug === parameters.get('filesystem'),
  );
  return {
    subject,
    metric,
    layout,
    client,
    filesystem: client === null ? null : (filesystem ?? null),
    cursor: parameters.get('cursor'),
    search: (parameters.get('q') ?? '').trim().slice(0, 80),
    confirmedOnly: parameters.get('confirmed') === '1',
    sort: readSort(parameters.get('sort') ?? ''),
  };
}

/** Best first needs no name, and what is no order is best first. */
const readSort = (text: string) => (text === 'value' || parseSort(text) === null ? null : text);

/** The part of an address that names a board. */
function boardParameters({ subject, metric, layout, client, filesystem }: BoardParts): URLSearchParams {
  const parameters = new URLSearchParams({ by: subject, metric, layout });
  if (client !== null) parameters.set('client', formatClient(client));
  if (client !== null && filesystem !== null) parameters.set('filesystem', filesystem);
  return parameters;
}

/** The part of an address that names a board as it is looked at: with or without what is unconfirmed, and in which order. */
export function viewParameters({ confirmedOnly, sort, ...board }: BoardParts & Partial<BoardQuery>): URLSearchParams {
  const parameters = boardParameters(board);
  if (confirmedOnly) parameters.set('confirmed', '1');
  if (sort) parameters.set('sort', sort);
  return parameters;
}

/** The address of a board like this one, but for what is changed; paging starts over. */
export function boardAddress(query: BoardParts | BoardQuery, change: Partial<BoardQuery> = {}): string {
  const { cursor, ...view } = { ...query, cursor: null, ...change };
  const parameters = viewParameters(view);
  if (cursor !== null) parameters.set('cursor', cursor);
  return `/leaderboard?${parameters}`;
}
