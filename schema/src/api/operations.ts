/** Header that names a state of the database. A write answers with it; a read that sends it sees at least that state. */
export const BOOKMARK = 'x-d1-bookmark';

/** As D1 writes them: groups of hexadecimal digits. */
export const BOOKMARK_PATTERN = /^[0-9a-f]{1,64}(?:-[0-9a-f]{1,64}){0,7}$/;

/** The documents that an operation takes and answers, by name; `none`: it answers without one. */
interface Exchange {
  /** Parameters that may stand in the address, and those that must. */
  readonly query?: readonly string[];
  readonly mustQuery?: readonly string[];
  readonly body?: string;
  readonly answer: string;
}

/** The operations that page and command line call, by method and address: the service describes them by the same table. */
export const OPERATIONS = {
  'get /api/v1/boards': { answer: 'BoardList' },
  'get /api/v1/boards/{board_id}': { query: ['sort', 'cursor'], answer: 'Board' },
  'get /api/v1/boards/{board_id}/subjects': { query: ['q'], answer: 'SubjectList' },
  'get /api/v1/checkups': { answer: 'CheckupList' },
  'get /api/v1/checkups/{checkup_id}': { answer: 'CheckupView' },
  'get /api/v1/devices': { query: ['q'], answer: 'DeviceList' },
  'get /api/v1/devices/{slug}': { answer: 'ModelView' },
  'get /api/v1/drives/{slug}': { answer: 'ModelView' },
  'get /api/v1/filesystems/{fs}': { answer: 'FilesystemView' },
  'get /api/v1/groups/{group_id}': { answer: 'GroupView' },
  'get /api/v1/openapi.json': { answer: 'json' },
  'get /api/v1/runs': { answer: 'RunList' },
  'get /api/v1/runs/{run_id}': { answer: 'RunView' },
  'get /api/v1/stats': { mustQuery: ['cut'], answer: 'Stats' },
  'put /api/v1/checkups/{checkup_id}': { body: 'CheckupUpload', answer: 'CheckupReceipt' },
  'put /api/v1/groups/{group_id}/runs/{run_id}': { body: 'GroupJoin', answer: 'GroupMembership' },
  'put /api/v1/runs/{run_id}': { body: 'RunUpload', answer: 'RunReceipt' },
  'post /api/v1/groups': { body: 'GroupRequest', answer: 'GroupReceipt' },
  'post /api/v1/group-codes': { body: 'GroupCode', answer: 'GroupFound' },
  'post /api/v1/groups/{group_id}/restore': { body: 'GroupRestore', answer: 'GroupRestored' },
  'post /api/v1/groups/{group_id}/lock': { body: 'GroupLock', answer: 'GroupLock' },
  'post /api/v1/run-tickets': { body: 'TicketRequest', answer: 'Ticket' },
  'delete /api/v1/checkups/{checkup_id}': { answer: 'none' },
  'delete /api/v1/groups/{group_id}': { answer: 'none' },
  'delete /api/v1/groups/{group_id}/runs/{run_id}': { answer: 'none' },
  'delete /api/v1/groups/{group_id}/runs/{run_id}/machine': { answer: 'GroupCleared' },
  'delete /api/v1/groups/{group_id}/runs/{run_id}/network': { answer: 'GroupCleared' },
  'delete /api/v1/runs/{run_id}': { answer: 'none' },
} as const satisfies Readonly<Record<`${'get' | 'put' | 'post' | 'delete'} /${string}`, Exchange>>;
