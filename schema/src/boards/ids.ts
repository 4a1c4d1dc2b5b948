import { BOARD_LAYOUTS, type BoardLayout, BROWSER_FAMILIES, OS_FAMILIES } from '../documents/lists.ts';
import { isMetricId, metricOf, type MetricId } from './metrics.ts';

export const BOARD_SUBJECTS = ['device', 'drive', 'interface', 'filesystem', 'browser', 'os'] as const;
export type BoardSubject = (typeof BOARD_SUBJECTS)[number];

/**
 * By what a board can be sorted: by value it is best first, by `place` those that have a number come first, by `interval` the surest,
 * by `count` those of most providers. A minus turns an order around.
 */
export const BOARD_SORTS = ['value', 'place', 'name', 'filesystem', 'interval', 'count', 'p99'] as const;
export type BoardSort = (typeof BOARD_SORTS)[number];

/** "-name": the order that an address asks for; `null` where there is no such order. */
export function parseSort(text: string): { readonly by: BoardSort; readonly isReversed: boolean } | null {
  const by = BOARD_SORTS.find((sort) => sort === text.replace(/^-/, ''));
  return by ? { by, isReversed: text.startsWith('-') } : null;
}

/** One operating system and browser. */
export interface BoardClient {
  readonly os: string;
  readonly browser: string;
}

export interface BoardParts {
  readonly subject: BoardSubject;
  readonly metric: MetricId;
  readonly layout: BoardLayout;
  /** Boards within one operating system and browser; always where the metric asks for it. */
  readonly client: BoardClient | null;
  /** "ext4"; only within a client. */
  readonly filesystem: string | null;
}

const NAME = /^[a-z0-9][a-z0-9_+]*$/;
/** Families of operating systems and browsers may hold hyphens, so that two of them are joined by another sign. */
const CLIENT = /^([a-z][a-z0-9-]*)~([a-z][a-z0-9-]*)$/;

export function formatClient({ os, browser }: BoardClient): string {
  return `${os}~${browser}`;
}

export function parseClient(text: string): BoardClient | null {
  const match = CLIENT.exec(text);
  return match ? { os: match[1] ?? '', browser: match[2] ?? '' } : null;
}

/** Whether runs can come from such an operating system and browser. */
export function isKnownClient({ os, browser }: BoardClient): boolean {
  return OS_FAMILIES.some((family) => family === os) && BROWSER_FAMILIES.some((family) => family === browser);
}

/** `<subject>.<metric>.<layout>[.<os>~<browser>[.<filesystem>]]`, all lower case. */
export function formatBoardId({ subject, metric, layout, client, filesystem }: BoardParts): string {
  const clientParts = client === null ? [] : [formatClient(client), ...(filesystem === null ? [] : [filesystem])];
  return [subject, metric, layout, ...clientParts].join('.');
}

/** The parts of a board's id; `null` where there can be no such board. */
export function parseBoardId(id: string): BoardParts | null {
  const [subjectText, metric = '', layoutText, clientText, filesystem = null, ...extraParts] = id.split('.');
  const subject = BOARD_SUBJECTS.find((candidate) => candidate === subjectText);
  const layout = BOARD_LAYOUTS.find((candidate) => candidate === layoutText);
  if (!subject || !layout || !isMetricId(metric) || extraParts.length > 0) return null;
  if (!metricOf(metric).layouts.includes(layout)) return null;
  const client = clientText === undefined ? null : parseClient(clientText);
  if (clientText !== undefined && (client === null || subject !== 'device')) return null;
  if (client === null && metricOf(metric).withinClient) return null;
  if (filesystem !== null && !NAME.test(filesystem)) return null;
  return { subject, metric, layout, client, filesystem };
}

/** By what a run is compared with others; '' where it was not said. */
export interface CutKeys extends BoardClient {
  /** '<suite>.<layout>' */
  readonly scope: string;
  readonly device: string;
  readonly filesystem: string;
  /** Major version of the browser: "156"; '' where it is none that is known. */
  readonly version: string;
  /** Slug of the declared model. */
  readonly drive: string;
  readonly interface: string;
}

export const CUT_KEYS = [
  'scope',
  'device',
  'filesystem',
  'os',
  'browser',
  'version',
  'drive',
  'interface',
] as const satisfies readonly (keyof CutKeys)[];

/**
 * The groups of runs that are counted together: a row makes a new one. What stands beside each other on a board comes
 * last, so that a board is all cuts that begin alike.
 */
export const CUT_KINDS = {
  device: ['scope', 'device'],
  drive: ['scope', 'drive'],
  interface: ['scope', 'interface'],
  filesystem: ['scope', 'filesystem', 'os'],
  os: ['scope', 'os'],
  browser: ['scope', 'os', 'browser', 'version'],
  client: ['scope', 'os', 'browser'],
  exact: ['scope', 'os', 'browser', 'filesystem', 'device'],
} as const satisfies Record<string, readonly (keyof CutKeys)[]>;
export type CutKind = keyof typeof CUT_KINDS;

/** Kinds that are about what a person may leave unsaid. */
const UNSAID_KINDS = ['drive', 'interface', 'filesystem'] as const satisfies readonly (CutKind & keyof CutKeys)[];

export const scopeOf = (suite: number, layout: BoardLayout): string => `${suite}.${layout}`;

/** The layout of a scope; `null` for what is no scope. */
export function layoutOfScope(scope: string): BoardLayout | null {
  const text = /^\d+\.(.+)$/.exec(scope)?.[1];
  return BOARD_LAYOUTS.find((candidate) => candidate === text) ?? null;
}

/** No slug, family or scope holds it. */
const SEPARATOR = '|';

/** "device|1.shared|thinkpad-x1" */
export function formatCut<Kind extends CutKind>(
  kind: Kind,
  keys: Pick<CutKeys, (typeof CUT_KINDS)[Kind][number]>,
): string {
  const partialKeys: Partial<CutKeys> = keys;
  const names: readonly (keyof CutKeys)[] = CUT_KINDS[kind];
  return [kind, ...names.map((name) => partialKeys[name] ?? '')].join(SEPARATOR);
}

export function parseCut(text: string): { readonly kind: CutKind; readonly keys: Partial<CutKeys> } | null {
  const [kind = '', ...values] = text.split(SEPARATOR);
  if (!Object.hasOwn(CUT_KINDS, kind)) return null;
  const names = CUT_KINDS[kind as CutKind];
  if (values.length !== names.length) return null;
  return { kind: kind as CutKind, keys: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) };
}

/** Contenders of storage for apps are compared with each other within one browser and system, and with nothing else. */
const kindsOf = (layout: BoardLayout | null): readonly CutKind[] =>
  (Object.keys(CUT_KINDS) as CutKind[]).filter((kind) => (kind === 'client') === (layout === 'app-storage'));

/** The layouts whose runs count in cuts of a kind. */
export const layoutsWith = (kind: CutKind): BoardLayout[] =>
  BOARD_LAYOUTS.filter((layout) => kindsOf(layout).includes(kind));

/** The cuts that a run counts in; none of what was not said. */
export function cutsOf(keys: CutKeys): Partial<Record<CutKind, string>> {
  const unsaidKinds: ReadonlySet<CutKind> = new Set(UNSAID_KINDS.filter((kind) => keys[kind] === ''));
  const kinds = kindsOf(layoutOfScope(keys.scope)).filter((kind) => !unsaidKinds.has(kind));
  return Object.fromEntries(kinds.map((kind) => [kind, formatCut(kind, keys)]));
}

export function packKeys(keys: CutKeys): string {
  return CUT_KEYS.map((key) => keys[key]).join(SEPARATOR);
}

export function unpackKeys(packedKeys: string): CutKeys {
  const values = packedKeys.split(SEPARATOR);
  return Object.fromEntries(CUT_KEYS.map((key, index) => [key, values[index] ?? ''])) as unknown as CutKeys;
}
