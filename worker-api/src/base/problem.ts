import type { FieldError, Problem } from '@opfsmark/schema/documents';

/** Logs an error as one line of JSON. */
export function logError(at: string, error: unknown, more: Readonly<Record<string, unknown>> = {}): void {
  const { name, message } = error instanceof Error ? error : { name: 'unknown', message: String(error) };
  console.error(JSON.stringify({ at, name, message, ...more }));
}

/** Every kind of error: its status and its title. `type` is `/api/v1/problems/<kind>` and never changes. */
export const PROBLEMS = {
  'invalid-json': [400, 'The body is not JSON'],
  'invalid-parameter': [400, 'A parameter is not valid'],
  unauthorized: [401, 'A token is needed'],
  forbidden: [403, 'The token is wrong'],
  blocked: [403, 'Moderators keep this network away for some time'],
  'not-found': [404, 'There is nothing at this address'],
  'method-not-allowed': [405, 'This address does not support this method'],
  conflict: [409, 'Another run was published under this id'],
  repeated: [409, 'This result was published before'],
  'document-missing': [404, 'The document of this run is missing'],
  'group-full': [409, 'No more runs can join'],
  'group-closed': [409, 'The group is closed'],
  'group-removed': [409, 'This run was taken out of the group'],
  gone: [410, 'This run was deleted'],
  withdrawn: [410, 'Moderators have taken this run off the site'],
  'too-large': [413, 'The body is too large'],
  'unsupported-media-type': [415, 'The body must be application/json, plain or gzip'],
  'invalid-body': [422, 'The body does not have the expected form'],
  contradiction: [422, 'The record contradicts itself'],
  'ticket-refused': [422, 'The ticket does not belong to this run'],
  'signature-refused': [422, 'The signature confirms nothing'],
  'too-many': [429, 'Too many requests'],
  internal: [500, 'The service failed'],
  'database-error': [500, 'The database refused a statement'],
  unavailable: [503, 'The database or the bucket of documents is busy'],
  full: [503, 'There is no room for more results'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ProblemKind = keyof typeof PROBLEMS;

/** Kinds that pass: the same request may succeed later. Their answers have `Retry-After`. Any other request fails again. */
export const PASSING_PROBLEMS: ReadonlySet<ProblemKind> = new Set(['too-many', 'unavailable', 'full']);

/** An error that the app's error handler answers with. */
export class ProblemError extends Error {
  readonly kind: ProblemKind;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    kind: ProblemKind,
    detail = '',
    errors: readonly FieldError[] = [],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.kind = kind;
    this.errors = errors;
    this.headers = headers;
  }

  toResponse(): Response {
    const [status, title] = PROBLEMS[this.kind];
    const body: Problem = {
      type: `/api/v1/problems/${this.kind}`,
      title,
      status,
      ...(this.message === '' ? {} : { detail: this.message }),
      ...(this.errors.length === 0 ? {} : { errors: [...this.errors] }),
    };
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...this.headers },
    });
  }
}

/** A query parameter or a header that is wrong. */
export function invalidParameter(name: string, detail: string, summary = ''): ProblemError {
  return new ProblemError('invalid-parameter', summary, [{ pointer: `/${name}`, detail }]);
}

/** The same request may succeed in a moment. */
export const unavailableProblem = (detail = 'Try again in a moment.'): ProblemError =>
  new ProblemError('unavailable', detail, [], { 'retry-after': '2' });

export function isProblemKind(text: string): text is ProblemKind {
  return Object.hasOwn(PROBLEMS, text);
}
