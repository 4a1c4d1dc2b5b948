import type {
  CheckupList,
  CheckupReceipt,
  CheckupUpload,
  CheckupView,
  FilesystemView,
  GroupCleared,
  GroupCode,
  GroupFound,
  GroupJoin,
  GroupLock,
  GroupMembership,
  GroupReceipt,
  GroupRequest,
  GroupRestore,
  GroupRestored,
  GroupView,
  ModelView,
  RunList,
  RunReceipt,
  RunUpload,
  RunView,
  Stats,
  Ticket,
  TicketRequest,
} from '../api/index.ts';
import type { Board, BoardList, DeviceList, SubjectList } from '../boards/index.ts';
import type { Problem } from '../documents/problem.ts';

/** What the page and the command line ask of the service: beside what stands in the address, what it takes and answers. */
interface Calls {
  get: {
    '/api/v1/boards': { answer: BoardList };
    '/api/v1/boards/{board_id}': { query: { sort?: string; cursor?: string }; answer: Board };
    '/api/v1/boards/{board_id}/subjects': { query: { q?: string }; answer: SubjectList };
    '/api/v1/checkups': { answer: CheckupList };
    '/api/v1/checkups/{checkup_id}': { answer: CheckupView };
    '/api/v1/devices': { query: { q?: string }; answer: DeviceList };
    '/api/v1/devices/{slug}': { answer: ModelView };
    '/api/v1/drives/{slug}': { answer: ModelView };
    '/api/v1/filesystems/{fs}': { answer: FilesystemView };
    '/api/v1/groups/{group_id}': { answer: GroupView };
    '/api/v1/openapi.json': { answer: object };
    '/api/v1/runs': { answer: RunList };
    '/api/v1/runs/{run_id}': { answer: RunView };
    '/api/v1/stats': { query: { cut: string }; answer: Stats };
  };
  put: {
    '/api/v1/checkups/{checkup_id}': { body: CheckupUpload; answer: CheckupReceipt };
    '/api/v1/groups/{group_id}/runs/{run_id}': { body: GroupJoin; answer: GroupMembership };
    '/api/v1/runs/{run_id}': { body: RunUpload; answer: RunReceipt };
  };
  post: {
    '/api/v1/groups': { body: GroupRequest; answer: GroupReceipt };
    '/api/v1/group-codes': { body: GroupCode; answer: GroupFound };
    '/api/v1/groups/{group_id}/restore': { body: GroupRestore; answer: GroupRestored };
    '/api/v1/groups/{group_id}/lock': { body: GroupLock; answer: GroupLock };
    '/api/v1/run-tickets': { body: TicketRequest; answer: Ticket };
  };
  delete: {
    '/api/v1/checkups/{checkup_id}': { answer: undefined };
    '/api/v1/groups/{group_id}': { answer: undefined };
    '/api/v1/groups/{group_id}/runs/{run_id}': { answer: undefined };
    '/api/v1/groups/{group_id}/runs/{run_id}/machine': { answer: GroupCleared };
    '/api/v1/groups/{group_id}/runs/{run_id}/network': { answer: GroupCleared };
    '/api/v1/runs/{run_id}': { answer: undefined };
  };
}

type Method = keyof Calls;
export type PathOf<M extends Method> = keyof Calls[M] & string;
/** What is answered to a call that succeeds; `undefined` where that is nothing. */
export type AnswerOf<M extends Method, P extends PathOf<M>> = Calls[M][P] extends { answer: infer Answer }
  ? Answer
  : never;

/** '/groups/{group_id}/runs/{run_id}' -> 'group_id' | 'run_id' */
type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The parameters of a call, and its body where it has one. */
export type PartsOf<M extends Method, P extends PathOf<M>> = Omit<Calls[M][P], 'answer'> &
  ([NamesIn<P>] extends [never] ? object : { path: Record<NamesIn<P>, string> });

/** How the service is reached: `fetch`, or the binding of a Worker. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** What a call came to. Whoever gets no answer at all catches an error. */
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

/** Asks the service; `Calls` says what each address takes and answers. */
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
