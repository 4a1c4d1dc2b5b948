import {
  BOARD_LAYOUTS,
  boardUnit,
  parseRowName,
  rowShortName,
  rowSlug,
  type BoardLayout,
  type BoardSubject,
} from '@opfsmark/schema';
import type { Texts } from '../i18n/index.ts';

export const SUBJECTS = ['device', 'filesystem', 'browser', 'os'] as const satisfies readonly BoardSubject[];
const FIGURES = ['write', 'feel', 'buffered', 'flush'] as const;
type BoardFigure = (typeof FIGURES)[number];

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
export const METRICS: readonly MetricChoice[] = FIGURES.flatMap((figure) =>
  ROWS.map(({ slug, name }) => ({ id: `${slug}_${figure}`, row: name, figure })),
);

export const LAYOUTS = BOARD_LAYOUTS;

export interface BoardQuery {
  readonly subject: BoardSubject;
  readonly metric: MetricChoice;
  readonly layout: BoardLayout;
  /** "linux-chrome": one operating system and browser, where a board is within one. */
  readonly client: string | null;
  readonly cursor: string | null;
}

/** A flush means something else in another browser or system: such a board is of devices and within one of them. */
const needsClient = (metric: MetricChoice) => metric.figure === 'flush';
const DEFAULT_CLIENT = 'macos-chrome';
const CLIENT_PATTERN = /^[a-z][a-z0-9_]*-[a-z][a-z0-9_-]*$/;

/** Reads an address; what cannot be understood falls back to the default board. */
export function readBoardQuery(parameters: URLSearchParams): BoardQuery {
  const [first] = METRICS;
  const metric = METRICS.find(({ id }) => id === parameters.get('metric')) ?? first;
  if (!metric) throw new Error('no metrics');
  const subject = SUBJECTS.find((known) => known === parameters.get('by')) ?? 'device';
  const asked = parameters.get('client') ?? '';
  const client = CLIENT_PATTERN.test(asked) ? asked : null;
  return {
    subject: needsClient(metric) ? 'device' : subject,
    metric,
    layout: LAYOUTS.find((known) => known === parameters.get('layout')) ?? 'shared',
    client: needsClient(metric) ? (client ?? DEFAULT_CLIENT) : subject === 'device' ? client : null,
    cursor: parameters.get('cursor'),
  };
}

export function boardIdOf({ subject, metric, layout, client }: BoardQuery): string {
  return [subject, metric.id, layout, ...(client === null ? [] : [client])].join('.');
}

/** The address of a board like this one, but for what is changed; paging starts over. */
export function boardAddress(query: BoardQuery, change: Partial<BoardQuery> = {}): string {
  const { subject, metric, layout, client, cursor } = { ...query, cursor: null, ...change };
  const parameters = new URLSearchParams({ by: subject, metric: metric.id, layout });
  if (client !== null) parameters.set('client', client);
  if (cursor !== null) parameters.set('cursor', cursor);
  return `/leaderboard?${parameters}`;
}

export function metricName({ row, figure }: MetricChoice, t: Texts): string {
  return t.board.metrics[figure]({ row });
}

export const unitOf = (metric: MetricChoice) => boardUnit(metric.id);
