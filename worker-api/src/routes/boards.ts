import { Hono } from 'hono';
import { metricOf, parseBoardId, type Board, type BoardList, type SubjectList } from '@opfsmark/schema/boards';
import { readBoardIds } from '../aggregation/hourly.ts';
import { nextLink, signCursor, verifyCursor } from '../base/cursor.ts';
import type { AppEnv } from '../base/env.ts';
import { BOARD_PAGE, MAX_SEARCH_CHARACTERS, SUBJECTS_PAGE } from '../base/limits.ts';
import { invalidParameter, ProblemError } from '../base/problem.ts';
import { readAnywhere } from '../base/sessions.ts';
import { trustsAll } from '../boards/policy.ts';
import {
  comparePositions,
  CURSOR_TYPES,
  cursorParts,
  FIRST_PAGE,
  positionOf,
  rankPage,
  type RankedEntry,
} from '../boards/ranking.ts';
import { referencesOn } from '../boards/references.ts';
import { placeAmong } from '../boards/unconfirmed.ts';
import { SLUG_OF } from '../intake/declaration.ts';
import { CACHE } from '../middleware/index.ts';
import { CURSOR, DATABASE, describeRoute, parameter, SEARCH } from '../openapi/operation.ts';
import { lastingKey } from '../store/keys.ts';
import { selectPlaces } from '../store/listing.ts';
import { isWanted, readList } from '../store/lists.ts';
import { selectBoardIds } from '../store/meta.ts';
import {
  rankByPosition,
  readListing,
  recentRowOf,
  unconfirmedRows,
  unusualRows,
  withWarnings,
} from '../views/board-listing.ts';

const LIVE = { 'cache-control': CACHE.live };

const BOARD_ID = parameter('path', 'board_id', { type: 'string', minLength: 1, maxLength: 160 });

const LIST_BOARDS = describeRoute({
  id: 'listBoards',
  tag: 'boards',
  summary: 'The boards that rank something, and the places where unconfirmed runs were made.',
  answers: { 200: 'BoardList' },
  problems: DATABASE,
});

const GET_BOARD = describeRoute({
  id: 'getBoard',
  tag: 'boards',
  summary:
    'One page of a board, best first: ranked rows, what is listed between them unconfirmed, and on the first page what is unusually fast and waits, and recent runs that have no place. A list of few results has references: runs that this project measured itself. `key` is unique per row; `subject.slug` is not, because a filesystem has one row per operating system.',
  parameters: [BOARD_ID, CURSOR],
  answers: { 200: 'Board' },
  problems: ['invalid-parameter', 'not-found', ...DATABASE],
});

const FIND_SUBJECTS = describeRoute({
  id: 'findSubjects',
  tag: 'boards',
  summary:
    'What the board lists with every word of `q` in its name, up to 50: ranked ones of the best 500 first, then unconfirmed ones.',
  parameters: [BOARD_ID, SEARCH],
  answers: { 200: 'SubjectList' },
  problems: ['invalid-parameter', 'not-found', ...DATABASE],
});

export const boards = new Hono<AppEnv>()
  .get('/boards', LIST_BOARDS, async (c) => {
    const db = readAnywhere(c.env.DB);
    const [ids, places] = await Promise.all([readBoardIds(db, await selectBoardIds(db)), selectPlaces(db)]);
    const list: BoardList = { boards: ids.flatMap((id) => describeBoard(id) ?? []), places };
    return c.json(list, 200, LIVE);
  })

  .get('/boards/:board_id', GET_BOARD, async (c) => {
    const id = c.req.param('board_id');
    const [head, board] = [describeBoard(id), parseBoardId(id)];
    if (!head || !board) throw new ProblemError('not-found', `There is no board "${id.slice(0, 160)}".`);
    const db = readAnywhere(c.env.DB);
    const cursor = c.req.query('cursor');
    const key = await lastingKey(c.env.DB, 'cursor');
    const parts = cursor === undefined ? null : await verifyCursor(key, id, cursor, CURSOR_TYPES);
    const from = cursor === undefined ? FIRST_PAGE : parts && positionOf(parts);
    if (!from) throw invalidParameter('cursor', 'is not a cursor of this board');

    const isOpen = trustsAll(c.env);
    const ranks = await readList(db, board);
    const { unconfirmed, unusual, placeless, classes, newestMs } = await readListing(db, board, ranks.heads, c.env);
    const after = ranks.heads.findIndex((head) => comparePositions(head, from) > 0);
    const start = after < 0 ? ranks.heads.length : after;
    const rows = await ranks.readRows(ranks.heads.slice(start, start + BOARD_PAGE + 1));
    const hasMore = start + BOARD_PAGE < ranks.heads.length;
    const entries = rows.slice(0, BOARD_PAGE);
    const nextEntry = hasMore ? rows[BOARD_PAGE] : undefined;
    const { rows: rankedRows, end } = rankPage(entries, nextEntry, from);
    const placedEntries = placeAmong(entries, unconfirmed, { from, isLast: nextEntry === undefined });
    const recentRuns = cursor === undefined ? placeless : [];
    // Where the list has one page, these are all of its rows.
    const isWhole = cursor === undefined && nextEntry === undefined;
    const references = isWhole ? referencesOn(board, [...entries, ...unconfirmed]) : [];
    const answer: Board = {
      ...head,
      generated_at: new Date(Math.max(newestMs, ...entries.map((entry) => entry.counted_ms))).toISOString(),
      ...(isOpen
        ? { rows: rankByPosition(rankedRows, placedEntries), policy: 'open' }
        : {
            rows: rankedRows,
            unconfirmed: unconfirmedRows(placedEntries),
            ...(cursor === undefined && unusual.length > 0 ? { unusual: unusualRows(unusual) } : {}),
          }),
      ...(references.length > 0 ? { references } : {}),
      total: ranks.heads.length + unconfirmed.length,
      recent: recentRuns.flatMap((run) => recentRowOf(run, board.metric, isOpen) ?? []),
      next_cursor: nextEntry ? await signCursor(key, id, cursorParts(end)) : null,
    };
    const link = answer.next_cursor === null ? {} : { link: nextLink(c.req.url, answer.next_cursor) };
    const ofRows = entries.flatMap(({ row, class: runClass }) => (runClass ? [[row.run_id, runClass] as const] : []));
    return c.json(await withWarnings(db, answer, new Map([...classes, ...ofRows])), 200, { ...LIVE, ...link });
  })

  .get('/boards/:board_id/subjects', FIND_SUBJECTS, async (c) => {
    const id = c.req.param('board_id');
    const board = parseBoardId(id);
    if (!board) throw new ProblemError('not-found', `There is no board "${id.slice(0, 160)}".`);
    const q = c.req.query('q') ?? '';
    if (q.length > MAX_SEARCH_CHARACTERS)
      throw invalidParameter('q', `is longer than ${MAX_SEARCH_CHARACTERS} characters`);
    const text = q.normalize('NFKC').trim();
    const slug = SLUG_OF[board.subject === 'drive' ? 'drive' : 'device'](text);
    const search = { slug: slug === '' ? null : slug, text };
    const db = readAnywhere(c.env.DB);
    const isOpen = trustsAll(c.env);
    const ranks = await readList(db, board);
    const { unconfirmed, unusual } = await readListing(db, board, ranks.heads, c.env);
    const heads = ranks.heads.filter(({ subject, name }) => isWanted(search, subject, name)).slice(0, SUBJECTS_PAGE);
    const entries = await ranks.readRows(heads);
    const otherEntries = [...unconfirmed, ...unusual].filter(({ subject, row }) =>
      isWanted(search, subject, row.subject.name),
    );
    const listItemOf = ({ subject, row }: RankedEntry) => ({
      key: subject,
      name: row.subject.name,
      run_id: row.run_id,
    });
    const list: SubjectList = {
      subjects: [
        ...entries.map(listItemOf),
        ...otherEntries.map((other) => ({ ...listItemOf(other), ...(isOpen ? {} : { unconfirmed: true }) })),
      ].slice(0, SUBJECTS_PAGE),
    };
    return c.json(list, 200, LIVE);
  });

/** What a board's id says; `null` where there can be no such board. */
function describeBoard(id: string): BoardList['boards'][number] | null {
  const parts = parseBoardId(id);
  if (!parts) return null;
  const { subject, metric } = parts;
  const { unit, better } = metricOf(metric);
  return { id, subject, metric, unit, better };
}
