import { CUT_KINDS } from '@opfsmark/schema/boards';
import { MAX_SEARCH_CHARACTERS } from '../../base/limits.ts';
import { CURSOR, DATABASE, parameter, SLUG, TEXT, type Operation } from '../operation.ts';

const BOARD_ID = parameter('path', 'board_id', { type: 'string', minLength: 1, maxLength: 160 });
const SEARCH = parameter('query', 'q', { type: 'string', maxLength: MAX_SEARCH_CHARACTERS });

export const BOARD_OPERATIONS: readonly Operation[] = [
  {
    id: 'listBoards',
    method: 'get',
    path: '/boards',
    summary: 'The boards that rank something, and the places where unconfirmed runs were made.',
    answers: { 200: 'BoardList' },
    problems: DATABASE,
  },
  {
    id: 'getBoard',
    method: 'get',
    path: '/boards/{board_id}',
    summary:
      'One page of a board, best first: ranked rows, what is listed between them unconfirmed, and on the first page recent runs that have no place. `key` is unique per row; `subject.slug` is not, because a filesystem has one row per operating system.',
    parameters: [BOARD_ID, CURSOR],
    answers: { 200: 'Board' },
    problems: ['invalid-parameter', 'not-found', ...DATABASE],
  },
  {
    id: 'findSubjects',
    method: 'get',
    path: '/boards/{board_id}/subjects',
    summary:
      'What the board lists with every word of `q` in its name, up to 50: ranked ones of the best 500 first, then unconfirmed ones.',
    parameters: [BOARD_ID, SEARCH],
    answers: { 200: 'SubjectList' },
    problems: ['invalid-parameter', 'not-found', ...DATABASE],
  },
  {
    id: 'listDevices',
    method: 'get',
    path: '/devices',
    summary:
      'Listed devices with every word of `q` in their name, confirmed ones first, and of each those that begin with `q`.',
    parameters: [SEARCH],
    answers: { 200: 'DeviceList' },
    problems: ['invalid-parameter', ...DATABASE],
  },
  {
    id: 'getDevice',
    method: 'get',
    path: '/devices/{slug}',
    summary: 'A device: percentiles over networks, and its newest runs.',
    parameters: [SLUG],
    answers: { 200: 'DeviceView', 301: 'none' },
    problems: ['not-found', ...DATABASE],
  },
  {
    id: 'listFilesystems',
    method: 'get',
    path: '/filesystems',
    summary: 'The filesystems that can be declared.',
    answers: { 200: 'FilesystemList' },
    problems: [],
  },
  {
    id: 'getFilesystem',
    method: 'get',
    path: '/filesystems/{fs}',
    summary: 'A filesystem: percentiles over networks per operating system, and its newest runs.',
    parameters: [parameter('path', 'fs', TEXT)],
    answers: { 200: 'FilesystemView' },
    problems: ['not-found', ...DATABASE],
  },
  {
    id: 'getStats',
    method: 'get',
    path: '/stats',
    summary: `Percentiles of one cut: ${Object.entries(CUT_KINDS)
      .map(([kind, keys]) => [kind, ...keys].join('|'))
      .join(', ')}.`,
    parameters: [parameter('query', 'cut', { type: 'string', maxLength: 600 }, true)],
    answers: { 200: 'Stats' },
    problems: ['invalid-parameter', ...DATABASE],
  },
  {
    id: 'getSnapshot',
    method: 'get',
    path: '/snapshot',
    summary:
      'The files of the newest nightly snapshot of all public runs, with raw histograms: enough to recompute every rank.',
    answers: { 200: 'SnapshotManifest' },
    problems: ['not-found', ...DATABASE],
  },
  {
    id: 'getSnapshotFile',
    method: 'get',
    path: '/snapshot/files/{file}',
    summary: 'A file of the snapshot. It goes when a run in it is deleted; the manifest then names another.',
    parameters: [parameter('path', 'file', TEXT)],
    answers: { 200: 'application/vnd.apache.parquet' },
    problems: ['not-found', ...DATABASE],
  },
];
