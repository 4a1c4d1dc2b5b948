import { BODY, DATABASE, RUN_ID, SLUG, type Operation } from '../operation.ts';

const MODERATOR = ['unauthorized', 'forbidden', 'not-found', ...DATABASE] as const;

const operations: readonly Operation[] = [
  {
    method: 'get',
    path: '/held',
    summary: 'Runs that wait for a moderator.',
    answers: { 200: 'HeldList' },
    problems: [],
  },
  {
    method: 'get',
    path: '/set-aside',
    summary: 'Keys whose boards could not be written, and when they are tried again.',
    answers: { 200: 'SetAsideList' },
    problems: [],
  },
  { method: 'get', path: '/audit', summary: 'What moderators did.', answers: { 200: 'AuditList' }, problems: [] },
  {
    method: 'post',
    path: '/runs/{run_id}/status',
    summary: 'Publish, hold or hide a run.',
    parameters: [RUN_ID],
    body: 'StatusChange',
    answers: { 200: 'RunState' },
    problems: [...BODY, 'gone'],
  },
  {
    method: 'post',
    path: '/devices/{slug}/status',
    summary: 'Approve or reject a device.',
    parameters: [SLUG],
    body: 'DeviceChange',
    answers: { 200: 'DeviceStatus' },
    problems: BODY,
  },
  {
    method: 'post',
    path: '/devices/{slug}/merge',
    summary: 'Make a device another name of a second one, and move its runs there.',
    parameters: [SLUG],
    body: 'DeviceMerge',
    answers: { 200: 'DeviceMerged' },
    problems: [...BODY, 'conflict'],
  },
  {
    method: 'post',
    path: '/rebuild',
    summary: 'Count all cells again from the runs and compare. 202: the timer continues it.',
    answers: { 200: 'Rebuilt', 202: 'Rebuilt' },
    problems: ['too-many'],
  },
];

/** All of them need the moderators' token. */
export const MODERATION_OPERATIONS = operations.map((operation): Operation => ({
  ...operation,
  token: 'moderator',
  problems: [...new Set([...MODERATOR, ...operation.problems])],
}));
