import { BOARD_LAYOUTS, type BoardLayout, type BoardSubject } from '@opfsmark/schema/boards';
import { FILESYSTEMS, parseRowName, rowShortName, rowSlug } from '@opfsmark/schema/documents';
import { boardUnit, isMetricOf, isPickedMetric, PICKED_METRICS } from '@opfsmark/schema/families';
import type { Texts } from '$lib/base/i18n/index.ts';

export const SUBJECTS = ['device', 'filesystem', 'browser', 'os'] as const satisfies readonly BoardSubject[];
/** `read` is of drives only, `feel` of whatever answered: the class of the cache verdict is part of what is ranked. */
export const FIGURES = ['write', 'read', 'feel', 'buffered', 'flush', 'score', 'picked'] as const;
export type BoardFigure = (typeof FIGURES)[number];

const ROWS = ['RND4K Q1T1', 'RND4K Q32T1', 'SEQ1M Q1T1', 'SEQ1M Q8T1'].map((name) => {
  const row = parseRowName(name);
  if (!row) throw new Error(`not a row: ${name}`);
  return { slug: rowSlug(row), name: rowShortName(row) };
});

export interface MetricChoice {
  readonly id: string;
  readonly row: string;
  readonly figure: BoardFigure;
}

/** What can be ranked by, most telling first. */
export const METRICS: readonly MetricChoice[] = FIGURES.flatMap((figure): MetricChoice[] => {
  if (figure === 'score') return [{ id: 'score', row: '', figure }];
  if (figure === 'picked') return PICKED_METRICS.map((id) => ({ id, row: '', figure }));
  return ROWS.map(({ slug, name }) => ({ id: `${slug}_${figure}`, row: name, figure }));
});

export const LAYOUTS = BOARD_LAYOUTS;

/** What can be ranked on boards of this layout, figure by figure. */
export function metricsOf(layout: BoardLayout, figure: BoardFigure): readonly MetricChoice[] {
  return METRICS.filter((metric) => metric.figure === figure && isMetricOf(metric.id, layout));
}

export interface BoardQuery {
  readonly subject: BoardSubject;
  readonly metric: MetricChoice;
  readonly layout: BoardLayout;
  /** "linux-chrome": one operating system and browser, where a board is within one. */
  readonly client: string | null;
  /** "apfs": only within a client, where a device has one entry a filesystem. */
  readonly filesystem: string | null;
  readonly cursor: string | null;
  /** What is looked for among the names of devices. */
  readonly search: string;
}

/** As the service writes them in addresses. */
export const FILESYSTEM_SLUGS: readonly string[] = FILESYSTEMS.map((name) => name.toLowerCase());
export const filesystemName = (slug: string): string => FILESYSTEMS.find((name) => name.toLowerCase() === slug) ?? slug;

/** A flush means something else in another browser or system: such a board is of devices and within one of them. */
const needsClient = (metric: MetricChoice) => metric.figure === 'flush';
const DEFAULT_CLIENT = 'macos-chrome';
const CLIENT_PATTERN = /^[a-z][a-z0-9_]*-[a-z][a-z0-9_-]*$/;

/** A layout that was chosen decides which figures there are; without one, a figure brings its own. */
function readMetric(parameters: URLSearchParams): Pick<BoardQuery, 'metric' | 'layout'> {
  const asked = METRICS.find(({ id }) => id === parameters.get('metric'));
  const chosen = LAYOUTS.find((known) => known === parameters.get('layout'));
  const layout = chosen ?? LAYOUTS.find((own) => asked && isMetricOf(asked.id, own)) ?? 'shared';
  const metric = asked && isMetricOf(asked.id, layout) ? asked : METRICS.find(({ id }) => isMetricOf(id, layout));
  if (!metric) throw new Error(`no metrics of ${layout}`);
  return { metric, layout };
}

/** Reads an address; what cannot be understood falls back to the default board. */
export function readBoardQuery(parameters: URLSearchParams): BoardQuery {
  const { metric, layout } = readMetric(parameters);
  const subject = SUBJECTS.find((known) => known === parameters.get('by')) ?? 'device';
  const asked = parameters.get('client') ?? '';
  const wanted = CLIENT_PATTERN.test(asked) ? asked : null;
  const client = needsClient(metric) ? (wanted ?? DEFAULT_CLIENT) : subject === 'device' ? wanted : null;
  const filesystem = FILESYSTEM_SLUGS.find((slug) => slug === parameters.get('filesystem')) ?? null;
  return {
    subject: needsClient(metric) ? 'device' : subject,
    metric,
    layout,
    client,
    filesystem: client === null ? null : filesystem,
    cursor: parameters.get('cursor'),
    search: (parameters.get('q') ?? '').trim().slice(0, 80),
  };
}

export function boardIdOf({ subject, metric, layout, client, filesystem }: BoardQuery): string {
  return [subject, metric.id, layout, client, filesystem].filter((part) => part !== null).join('.');
}

/** The address of a board like this one, but for what is changed; paging starts over. */
export function boardAddress(query: BoardQuery, change: Partial<BoardQuery> = {}): string {
  const { subject, metric, layout, client, filesystem, cursor } = { ...query, cursor: null, ...change };
  const parameters = new URLSearchParams({ by: subject, metric: metric.id, layout });
  if (client !== null) parameters.set('client', client);
  if (client !== null && filesystem !== null) parameters.set('filesystem', filesystem);
  if (cursor !== null) parameters.set('cursor', cursor);
  return `/leaderboard?${parameters}`;
}

export function metricName({ id, row, figure }: MetricChoice, t: Texts<'board'>): string {
  if (isPickedMetric(id)) return t.board.picked[id]();
  if (figure === 'score' || figure === 'picked') return t.board.metrics.score();
  return t.board.metrics[figure]({ row });
}

export const isReading = ({ id }: Pick<MetricChoice, 'id'>) => /_(?:read|feel)$/.test(id);

/** By which way the bytes went, in the reader's words. */
export function layoutName(
  layout: BoardLayout,
  t: Texts<'board'>,
  environment: Texts<'common'>['environment'],
): string {
  return layout === 'shared' || layout === 'per-worker' ? environment[`layout-${layout}`]() : t.layouts[layout]();
}

export const unitOf = (metric: MetricChoice) => boardUnit(metric.id);
