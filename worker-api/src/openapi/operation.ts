import type { MiddlewareHandler } from 'hono';
import { LANGUAGES } from '@opfsmark/schema/answer/words/languages';
import { MAX_SLUG_CHARACTERS, RUN_ID_PATTERN } from '@opfsmark/schema/documents';
import type { AppEnv } from '../base/env.ts';
import { MAX_SEARCH_CHARACTERS } from '../base/limits.ts';
import type { ProblemKind } from '../base/problem.ts';
import type { SchemaName } from './schemas.ts';

type MediaType =
  | 'image/png'
  | 'image/svg+xml'
  | 'text/csv'
  | 'text/html'
  | 'text/markdown'
  | 'text/plain'
  | 'application/x-ndjson'
  | 'application/xml'
  | 'application/vnd.apache.parquet';
/** A schema's name for JSON, a media type for anything else, 'none' for no body, 'json' for JSON without a schema. */
export type ResponseBody = SchemaName | MediaType | 'none' | 'json';

/** Groups of operations, with what each is for. */
export const TAGS = {
  runs: 'Publish, read, list, report and delete runs.',
  groups: 'Runs that people compare among themselves, at an address that no list names.',
  checkups: 'What browsers were seen to do with what the tests rely on.',
  boards: 'What ranks, and all of the data behind it.',
  service: 'The service itself.',
  moderation: 'For moderators, behind their token.',
  site: 'Pictures and documents outside the API: for other sites and search engines.',
} as const;
type Tag = keyof typeof TAGS;

export interface Operation {
  /** Unique; a client generated from the document names its function by it. */
  readonly id: string;
  readonly tag: Tag;
  /** Where the address in the document is not the route's own: one route may answer several. */
  readonly path?: string;
  readonly summary: string;
  readonly parameters?: readonly object[];
  /** Of an operation in `OPERATIONS` that table says it. */
  readonly body?: SchemaName;
  /** A body as a client sends it. An upload has none, as it is as large as a run: read one at `/api/v1/runs/{run_id}`. */
  readonly example?: object;
  /** Any one of them is enough. */
  readonly tokens?: readonly ('deletion' | 'group' | 'moderator')[];
  /** Headers of every answer except problems. */
  readonly headers?: Readonly<Record<string, object>>;
  /** `called`: what `OPERATIONS` says that clients are answered. */
  readonly answers: Readonly<Record<number, ResponseBody | 'called'>>;
  readonly problems: readonly ProblemKind[];
}

const descriptions = new WeakMap<object, readonly Operation[]>();

/** Stands in a route before its handler and says what the route does: the document is made of these. */
export function describeRoute(...operations: readonly Operation[]): MiddlewareHandler<AppEnv> {
  const description: MiddlewareHandler<AppEnv> = (_, next) => next();
  descriptions.set(description, operations);
  return description;
}

/** The operations of `describeRoute`; none of any other handler. */
export const describedBy = (handler: object): readonly Operation[] => descriptions.get(handler) ?? [];

/** Examples of parameters, by name. */
const PARAMETER_EXAMPLES: Readonly<Record<string, string>> = {
  sort: '-p99',
  board_id: 'device.seq1m_q8t1_write.shared',
  browser: 'chrome',
  checkup_id: '0123456789ABCDEF',
  client: 'linux~chrome',
  cut: 'os|2.shared|linux',
  device: 'mac-mini',
  file: 'runs-2026-11-22-0123456789abcdef.parquet',
  filesystem: 'ext4',
  format: 'json',
  fs: 'ext4',
  group_id: 'FEDCBA9876543210',
  kind: 'gone',
  lang: 'ja',
  os: 'linux',
  q: 'mac',
  run_id: '0123456789ABCDEF',
  runs: '0123456789ABCDEF,FEDCBA9876543210',
  slug: 'mac-mini',
  tag: 'q83vEjRWeJA',
  url: 'https://opfsmark.example/r/0123456789ABCDEF',
  key_id: 'Kq3b0Yt2xWc',
  warning_id: '0123456789ABCDEF',
};

export function parameter(
  place: 'path' | 'query' | 'header',
  name: string,
  schema: object,
  required = place === 'path',
): object {
  const example = PARAMETER_EXAMPLES[name];
  return { name, in: place, required, schema, ...(example === undefined ? {} : { example }) };
}

export const TEXT = { type: 'string', minLength: 1, maxLength: MAX_SLUG_CHARACTERS };
export const RUN_ID = parameter('path', 'run_id', { type: 'string', pattern: RUN_ID_PATTERN.source });
export const GROUP_ID = parameter('path', 'group_id', { type: 'string', pattern: RUN_ID_PATTERN.source });
export const CURSOR = parameter('query', 'cursor', { type: 'string', maxLength: 2000 });
export const SEARCH = parameter('query', 'q', { type: 'string', maxLength: MAX_SEARCH_CHARACTERS });
export const LANG = parameter('query', 'lang', { type: 'string', enum: Object.keys(LANGUAGES) });
export const SLUG = parameter('path', 'slug', TEXT);

/** Problems of everything that asks the database. */
export const DATABASE = ['unavailable', 'database-error', 'internal'] as const satisfies readonly ProblemKind[];
/** Problems of everything that takes a body. */
export const BODY = [
  'too-many',
  'invalid-json',
  'too-large',
  'unsupported-media-type',
  'invalid-body',
  ...DATABASE,
] as const satisfies readonly ProblemKind[];
/** Problems of everything that reads a run. */
export const READ_RUN = [
  'not-found',
  'document-missing',
  'gone',
  'withdrawn',
  ...DATABASE,
] as const satisfies readonly ProblemKind[];

const MODERATOR = ['unauthorized', 'forbidden', 'not-found', 'too-many', ...DATABASE] as const;

/** An operation of moderators, behind their token. */
export const describeModeration = (operation: Omit<Operation, 'tag' | 'tokens'>): MiddlewareHandler<AppEnv> =>
  describeRoute({
    ...operation,
    tag: 'moderation',
    tokens: ['moderator'],
    problems: [...new Set([...MODERATOR, ...operation.problems])],
  });
