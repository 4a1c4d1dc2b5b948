import { BODY, DATABASE, GROUP_ID, READ_RUN, RUN_ID, type Operation } from '../operation.ts';

const KEYED = ['unauthorized', 'forbidden', 'not-found', 'too-many', ...DATABASE] as const;

export const GROUP_OPERATIONS: readonly Operation[] = [
  {
    id: 'createGroup',
    method: 'post',
    path: '/groups',
    summary:
      'Make a group. Its id is its address: whoever has it reads the group. The same key again is answered 200, with the same group. A network may make only so many per day.',
    body: 'GroupRequest',
    answers: { 200: 'GroupReceipt', 201: 'GroupReceipt' },
    problems: [...BODY, 'full'],
  },
  {
    id: 'getGroup',
    method: 'get',
    path: '/groups/{group_id}',
    summary: 'A group and its runs, newest first, each with its figures.',
    parameters: [GROUP_ID],
    answers: { 200: 'GroupView' },
    problems: ['not-found', ...DATABASE],
  },
  {
    id: 'deleteGroup',
    method: 'delete',
    path: '/groups/{group_id}',
    summary: 'Delete a group for good, with the key whose SHA-256 it was made with. Its runs stay.',
    parameters: [GROUP_ID],
    tokens: ['group'],
    answers: { 204: 'none' },
    problems: KEYED,
  },
  {
    id: 'joinGroup',
    method: 'put',
    path: '/groups/{group_id}/runs/{run_id}',
    summary:
      'Add a run to a group, with the deletion key of the run. A run that is in it stays in it. A network may add only so many runs per day.',
    parameters: [GROUP_ID, RUN_ID],
    tokens: ['deletion'],
    answers: { 200: 'GroupMembership' },
    problems: [...new Set([...KEYED, ...READ_RUN]), 'group-full', 'full'],
  },
  {
    id: 'leaveGroup',
    method: 'delete',
    path: '/groups/{group_id}/runs/{run_id}',
    summary: 'Take a run out of a group, with the deletion key of the run or the key of the group. The run stays.',
    parameters: [GROUP_ID, RUN_ID],
    tokens: ['deletion', 'group'],
    answers: { 204: 'none' },
    problems: [...KEYED, 'gone'],
  },
];
