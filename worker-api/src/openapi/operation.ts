import { MAX_SLUG_CHARACTERS, RUN_ID_PATTERN } from '@opfsmark/schema/documents';
import { MAX_FILTER_CHARACTERS } from '../base/limits.ts';
import type { ProblemKind } from '../base/problem.ts';
import { BOOKMARK, BOOKMARK_PATTERN } from '../base/sessions.ts';
import type { SchemaName } from './schemas.ts';

export type MediaType =
  | 'image/png'
  | 'image/svg+xml'
  | 'text/csv'
  | 'text/html'
  | 'text/plain'
  | 'application/x-ndjson'
  | 'application/xml'
  | 'application/vnd.apache.parquet';
/** A schema's name for JSON, a media type for anything else, 'none' for no body, 'json' for JSON without a schema. */
export type Answer = SchemaName | MediaType | 'none' | 'json';

/** Groups of operations, with what each is for. */
export const TAGS = {
  runs: 'Publish, read, list, report and delete runs.',
  groups: 'Runs that people compare among themselves, at an address that no list names.',
  boards: 'What ranks, and all of the data behind it.',
  service: 'The service itself.',
  moderation: 'For moderators, behind their token.',
  site: 'Pictures and documents outside the API: for other sites and search engines.',
} as const;
export type Tag = keyof typeof TAGS;

export interface Operation {
  /** Unique; a client generated from the document names its function by it. */
  readonly id: string;
  readonly path: string;
  readonly method: 'get' | 'put' | 'post' | 'delete';
  readonly summary: string;
  readonly parameters?: readonly object[];
  readonly body?: SchemaName;
  /** Any one of them is enough. */
  readonly tokens?: readonly ('deletion' | 'group' | 'moderator')[];
  /** Headers of every answer except problems. */
  readonly headers?: Readonly<Record<string, object>>;
  readonly answers: Readonly<Record<number, Answer>>;
  readonly problems: readonly ProblemKind[];
}

/** Of parameters, by name. */
const EXAMPLES: Readonly<Record<string, string>> = {
  board_id: 'device.seq1m_q8t1_write.shared',
  browser: 'chrome',
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
  network: '4711',
  os: 'linux',
  q: 'mac',
  run_id: '0123456789ABCDEF',
  slug: 'mac-mini',
  url: 'https://opfsmark.example/r/0123456789ABCDEF',
};

export function parameter(
  place: 'path' | 'query' | 'header',
  name: string,
  schema: object,
  required = place === 'path',
): object {
  const example = EXAMPLES[name];
  return { name, in: place, required, schema, ...(example === undefined ? {} : { example }) };
}

export const TEXT = { type: 'string', minLength: 1, maxLength: MAX_SLUG_CHARACTERS };
export const FILTER = { type: 'string', maxLength: MAX_FILTER_CHARACTERS };
export const RUN_ID = parameter('path', 'run_id', { type: 'string', pattern: RUN_ID_PATTERN.source });
export const GROUP_ID = parameter('path', 'group_id', { type: 'string', pattern: RUN_ID_PATTERN.source });
export const CURSOR = parameter('query', 'cursor', { type: 'string', maxLength: 2000 });
export const READ_BOOKMARK = parameter('header', BOOKMARK, { type: 'string', pattern: BOOKMARK_PATTERN.source });
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
  ...DATABASE,
] as const satisfies readonly ProblemKind[];
