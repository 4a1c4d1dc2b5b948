import type { ModelKind } from '../../store/models.ts';
import { BODY, CURSOR, DATABASE, GROUP_ID, parameter, RUN_ID, SLUG, type Operation } from '../operation.ts';

const MODERATOR = ['unauthorized', 'forbidden', 'not-found', 'too-many', ...DATABASE] as const;

/** What moderators do to devices, or to drives. */
function modelOperations(kind: ModelKind): Operation[] {
  const name = kind === 'device' ? 'Device' : 'Drive';
  const own = { method: 'post', parameters: [SLUG] } as const;
  return [
    {
      ...own,
      id: `set${name}Status`,
      path: `/${kind}s/{slug}/status`,
      summary: `Approve or reject a ${kind}.`,
      body: 'ModelChange',
      answers: { 200: 'ModelStatus' },
      problems: BODY,
    },
    {
      ...own,
      id: `merge${name}`,
      path: `/${kind}s/{slug}/merge`,
      summary: `Make a ${kind} another name of a second one, and move its runs there.`,
      body: 'ModelMerge',
      answers: { 200: 'ModelMerged' },
      problems: [...BODY, 'conflict'],
    },
    {
      ...own,
      id: `unmerge${name}`,
      path: `/${kind}s/{slug}/unmerge`,
      summary: `Make another name a ${kind} again, with the runs that were declared under it.`,
      answers: { 200: 'ModelMerged' },
      problems: [],
    },
    {
      ...own,
      id: `rename${name}`,
      path: `/${kind}s/{slug}/rename`,
      summary: `Choose how the name of a ${kind} is spelled.`,
      body: 'ModelName',
      answers: { 200: 'ModelNamed' },
      problems: BODY,
    },
  ];
}

const operations: readonly Operation[] = [
  {
    id: 'listQueue',
    method: 'get',
    path: '/queue',
    summary:
      'Runs that wait for a moderator, with their reports. Reports of a network weigh less the more it has open.',
    parameters: [CURSOR],
    answers: { 200: 'ModerationQueue' },
    problems: ['invalid-parameter'],
  },
  {
    id: 'listAudit',
    method: 'get',
    path: '/audit',
    summary: 'What moderators did, newest first.',
    parameters: [CURSOR],
    answers: { 200: 'AuditList' },
    problems: ['invalid-parameter'],
  },
  {
    id: 'listAliases',
    method: 'get',
    path: '/aliases',
    summary: 'Other names of devices and drives, as they were merged.',
    answers: { 200: 'AliasList' },
    problems: [],
  },
  {
    id: 'listSetAside',
    method: 'get',
    path: '/set-aside',
    summary: 'Keys whose boards could not be written, and when they are tried again.',
    answers: { 200: 'SetAsideList' },
    problems: [],
  },
  {
    id: 'getStorage',
    method: 'get',
    path: '/storage',
    summary: 'How full the database and the bucket of documents are. Above 95 % of any, uploads are refused.',
    answers: { 200: 'StorageStatus' },
    problems: [],
  },
  {
    id: 'setRunStatus',
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
    id: 'removeRun',
    method: 'delete',
    path: '/runs/{run_id}',
    summary: 'Delete a run for good.',
    parameters: [RUN_ID],
    answers: { 204: 'none' },
    problems: ['gone'],
  },
  {
    id: 'removeGroup',
    method: 'delete',
    path: '/groups/{group_id}',
    summary: 'Delete a group for good. Its runs stay.',
    parameters: [GROUP_ID],
    answers: { 204: 'none' },
    problems: [],
  },
  {
    id: 'closeReports',
    method: 'post',
    path: '/runs/{run_id}/reports/close',
    summary: 'Close the reports of a run.',
    parameters: [RUN_ID],
    answers: { 200: 'ReportsClosed' },
    problems: ['gone'],
  },
  {
    id: 'changeNetwork',
    method: 'post',
    path: '/networks/{network}',
    summary: 'Take back everything of a network, or restore it, some runs per call.',
    parameters: [parameter('path', 'network', { type: 'string', pattern: '^[0-9]{1,5}$' })],
    body: 'NetworkChange',
    answers: { 200: 'NetworkChanged' },
    problems: BODY,
  },
  ...modelOperations('device'),
  ...modelOperations('drive'),
  {
    id: 'rebuild',
    method: 'post',
    path: '/rebuild',
    summary: 'Count all cells again from the runs and compare. 202: the timer continues it.',
    answers: { 200: 'Rebuilt', 202: 'Rebuilt' },
    problems: ['too-many'],
  },
  {
    id: 'takeSnapshot',
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
  tokens: ['moderator'],
  problems: [...new Set([...MODERATOR, ...operation.problems])],
}));
