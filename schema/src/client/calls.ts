import type {
  FilesystemView,
  GroupMembership,
  GroupReceipt,
  GroupRequest,
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

/** What the page and the command line ask of the service: beside what stands in the address, what it takes and answers. */
interface Calls {
  get: {
    '/api/v1/boards': { answer: BoardList };
    '/api/v1/boards/{board_id}': { query: { cursor?: string }; answer: Board };
    '/api/v1/boards/{board_id}/subjects': { query: { q?: string }; answer: SubjectList };
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
    '/api/v1/groups/{group_id}/runs/{run_id}': { answer: GroupMembership };
    '/api/v1/runs/{run_id}': { body: RunUpload; answer: RunReceipt };
  };
  post: {
    '/api/v1/groups': { body: GroupRequest; answer: GroupReceipt };
    '/api/v1/run-tickets': { body: TicketRequest; answer: Ticket };
  };
  delete: {
    '/api/v1/groups/{group_id}': { answer: undefined };
    '/api/v1/groups/{group_id}/runs/{run_id}': { answer: undefined };
    '/api/v1/runs/{run_id}': { answer: undefined };
  };
}

export type Method = keyof Calls;
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
