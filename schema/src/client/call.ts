import type * as z from 'zod/mini';
import type * as api from '../api/index.ts';
import type { OPERATIONS } from '../api/operations.ts';
import type * as boards from '../boards/index.ts';
import type { Problem } from '../documents/problem.ts';

type Schemas = typeof api & typeof boards;
type DocumentOf<Name> = Name extends 'none'
  ? undefined
  : Name extends 'json'
    ? object
    : Name extends keyof Schemas
      ? z.infer<Schemas[Name]>
      : never;

type Operations = typeof OPERATIONS;
type Method = keyof Operations extends infer Key ? (Key extends `${infer M} ${string}` ? M : never) : never;
export type PathOf<M extends Method> = keyof Operations extends infer Key
  ? Key extends `${M} ${infer Path}`
    ? Path
    : never
  : never;
type OperationOf<M extends Method, P extends PathOf<M>> = `${M} ${P}` extends keyof Operations
  ? Operations[`${M} ${P}`]
  : never;

/** The value of a call that succeeds; `undefined` where nothing is answered. */
export type AnswerOf<M extends Method, P extends PathOf<M>> = DocumentOf<OperationOf<M, P>['answer']>;

/** '/groups/{group_id}/runs/{run_id}' -> 'group_id' | 'run_id' */
type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type QueryOf<Of> = Of extends { mustQuery: readonly (infer Name extends string)[] }
  ? { query: Record<Name, string> }
  : Of extends { query: readonly (infer Name extends string)[] }
    ? { query: Partial<Record<Name, string>> }
    : object;

/** The parameters of a call, and its body where it has one. */
export type PartsOf<M extends Method, P extends PathOf<M>> = QueryOf<OperationOf<M, P>> &
  (OperationOf<M, P> extends { body: infer Name } ? { body: DocumentOf<Name> } : object) &
  ([NamesIn<P>] extends [never] ? object : { path: Record<NamesIn<P>, string> });

/** How the service is reached: `fetch`, or the binding of a Worker. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** The outcome of a call. Whoever gets no answer at all catches an error. */
export type Called<T> = { readonly status: number; readonly headers: Headers } & (
  | { readonly ok: true; readonly value: T }
  /** `problem`: `null` where the answer is no document of the service; its status may say success all the same. */
  | { readonly ok: false; readonly problem: Problem | null }
);

/** By a name that Node.js has, too. */
type Body = NonNullable<RequestInit['body']>;

interface CallOptions {
  /** Origin of the service; '' for the page's own. */
  readonly origin?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Compresses a body. */
  readonly gzip?: (text: string) => Body | Promise<Body>;
  /** Headers that depend on what is sent, such as a signature over it. */
  readonly sign?: (request: { method: string; path: string; body: Body }) => Promise<Readonly<Record<string, string>>>;
}

interface AnyParts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

/** The address of an operation, with its parameters in place. */
function addressOf(path: string, parts: AnyParts): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts.path?.[name] ?? ''));
  const pairs = Object.entries(parts.query ?? {}).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return pairs.length === 0 ? address : `${address}?${new URLSearchParams(pairs)}`;
}

interface EncodedBody {
  readonly body?: Body;
  readonly headers?: Readonly<Record<string, string>>;
}

async function encodeBody({ body }: AnyParts, gzip: CallOptions['gzip']): Promise<EncodedBody> {
  if (body === undefined) return {};
  const text = JSON.stringify(body);
  if (!gzip) return { body: text, headers: { 'content-type': 'application/json' } };
  return { body: await gzip(text), headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } };
}

/** Asks the service; `OPERATIONS` says what each address takes and answers. */
export async function call<M extends Method, P extends PathOf<M>>(
  send: Send,
  method: M,
  path: P,
  parts: PartsOf<M, P>,
  { origin = '', headers, signal, gzip, sign }: CallOptions = {},
): Promise<Called<AnswerOf<M, P>>> {
  const encodedBody = await encodeBody(parts, gzip);
  const request = { method: method.toUpperCase(), path: addressOf(path, parts) };
  const signature = sign && encodedBody.body ? await sign({ ...request, body: encodedBody.body }) : {};
  const response = await send(`${origin}${request.path}`, {
    ...encodedBody,
    method: request.method,
    headers: { accept: 'application/json', ...encodedBody.headers, ...headers, ...signature },
    ...(signal && { signal }),
  });
  const { status } = response;
  const head = { status, headers: response.headers };
  // Only deletions answer without content; the type of their answer is `undefined`.
  if (status === 204 && method === 'delete') return { ok: true, value: undefined as AnswerOf<M, P>, ...head };
  const json: unknown = await response.json().catch(() => null);
  // The service validates what it stores and derives; its answers are trusted like our own functions.
  if (response.ok && json !== null) return { ok: true, value: json as AnswerOf<M, P>, ...head };
  return { ok: false, problem: json as Problem | null, ...head };
}
