import { BODY, CURSOR, DATABASE, parameter, RUN_ID, SLUG, type Operation } from '../operation.ts';

const MODERATOR = ['unauthorized', 'forbidden', 'not-found', 'too-many', ...DATABASE] as const;

const operations: readonly Operation[] = [
  {
    method: 'get',
    path: '/queue',
    summary:
      'Runs that wait for a moderator, with their reports. Reports of a network weigh less the more it has open.',
    parameters: [CURSOR],
    answers: { 200: 'ModerationQueue' },
    problems: ['invalid-parameter'],
  },
  {
    method: 'get',
    path: '/audit',
    summary: 'What moderators did, newest first.',
    parameters: [CURSOR],
    answers: { 200: 'AuditList' },
    problems: ['invalid-parameter'],
  },
  {
    method: 'get',
    path: '/aliases',
    summary: 'Other names of devices, as they were merged.',
    answers: { 200: 'AliasList' },
    problems: [],
  },
  {
    method: 'get',
    path: '/set-aside',
    summary: 'Keys whose boards could not be written, and when they are tried again.',
    answers: { 200: 'SetAsideList' },
    problems: [],
  },
  {
    method: 'post',
    path: '/runs/{run_id}/status',
    summary:
      'Publish, hold or hide a run, or confirm it: then it is ranked without the votes of others. Closes its reports.',
    parameters: [RUN_ID],
    body: 'StatusChange',
    answers: { 200: 'RunState' },
    problems: [...BODY, 'gone'],
  },
  {
    method: 'delete',
    path: '/runs/{run_id}',
    summary: 'Delete a run for good.',
    parameters: [RUN_ID],
    answers: { 204: 'none' },
    problems: ['gone'],
  },
  {
    method: 'post',
    path: '/runs/{run_id}/reports/close',
    summary: 'Close the reports of a run.',
    parameters: [RUN_ID],
    answers: { 200: 'ReportsClosed' },
    problems: ['gone'],
  },
  {
    method: 'post',
    path: '/networks/{network}',
    summary: 'Take back everything of a network, or restore it, some runs per call.',
    parameters: [parameter('path', 'network', { type: 'string', pattern: '^[0-9]{1,5}$' })],
    body: 'NetworkChange',
    answers: { 200: 'NetworkChanged' },
    problems: BODY,
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
    path: '/devices/{slug}/unmerge',
    summary: 'Make another name a device again, with the runs that were declared under it.',
    parameters: [SLUG],
    answers: { 200: 'DeviceMerged' },
    problems: [],
  },
  {
    method: 'post',
    path: '/devices/{slug}/rename',
    summary: 'Choose how the name of a device is spelled.',
    parameters: [SLUG],
    body: 'DeviceName',
    answers: { 200: 'DeviceNamed' },
    problems: BODY,
  },
  {
    method: 'post',
    path: '/rebuild',
    summary: 'Count all cells again from the runs and compare. 202: the timer continues it.',
    answers: { 200: 'Rebuilt', 202: 'Rebuilt' },
    problems: ['too-many'],
  },
  {
    method: 'post',
    path: '/snapshot',
    summary: 'Take a snapshot of all public runs now. 202: the timer continues it.',
    answers: { 200: 'SnapshotTaken', 202: 'SnapshotTaken' },
    problems: [],
  },
];

/** All of them need the moderators' token. */
export const MODERATION_OPERATIONS = operations.map((operation): Operation => ({
  ...operation,
  token: 'moderator',
  problems: [...new Set([...MODERATOR, ...operation.problems])],
}));
