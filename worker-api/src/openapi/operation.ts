import { RUN_ID_PATTERN } from '@opfsmark/schema/documents';
import { MAX_FILTER_CHARACTERS, MAX_SLUG_CHARACTERS } from '../base/limits.ts';
import type { ProblemKind } from '../base/problem.ts';
import { BOOKMARK, BOOKMARK_PATTERN } from '../base/sessions.ts';
import type { SchemaName } from './schemas.ts';

export type MediaType =
  | 'image/png'
  | 'image/svg+xml'
  | 'text/csv'
  | 'text/plain'
  | 'application/x-ndjson'
  | 'application/xml'
  | 'application/vnd.apache.parquet';
/** A schema's name for JSON, a media type for anything else, 'none' for no body, 'json' for JSON without a schema. */
export type Answer = SchemaName | MediaType | 'none' | 'json';

export interface Operation {
  readonly path: string;
  readonly method: 'get' | 'put' | 'post' | 'delete';
  readonly summary: string;
  readonly parameters?: readonly object[];
  readonly body?: SchemaName;
  readonly token?: 'deletion' | 'moderator';
  /** Headers of every answer except problems. */
  readonly headers?: Readonly<Record<string, object>>;
  readonly answers: Readonly<Record<number, Answer>>;
  readonly problems: readonly ProblemKind[];
}

export function parameter(
  place: 'path' | 'query' | 'header',
  name: string,
  schema: object,
  required = place === 'path',
): object {
  return { name, in: place, required, schema };
}

export const TEXT = { type: 'string', minLength: 1, maxLength: MAX_SLUG_CHARACTERS };
export const FILTER = { type: 'string', maxLength: MAX_FILTER_CHARACTERS };
export const RUN_ID = parameter('path', 'run_id', { type: 'string', pattern: RUN_ID_PATTERN.source });
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
export const READ_RUN = ['not-found', 'gone', ...DATABASE] as const satisfies readonly ProblemKind[];
