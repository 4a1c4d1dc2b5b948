import { Hono } from 'hono';
import {
  BOARD_SORTS,
  metricOf,
  parseBoardId,
  parseSort,
  type Board,
  type BoardList,
  type SubjectList,
} from '@opfsmark/schema/boards';
import { decodeCursor, encodeCursor, nextLink } from '../base/cursor.ts';
import type { AppEnv } from '../base/env.ts';
import { MAX_SEARCH_CHARACTERS } from '../base/limits.ts';
import { invalidParameter, ProblemError } from '../base/problem.ts';
import { readAnywhere } from '../base/sessions.ts';
import { subjectOf } from '../boards/lines.ts';
import { type BoardOrder, countUntil, inOrder, type Position, positionOf } from '../boards/order.ts';
import { policyNameOf, policyOf } from '../boards/policy.ts';
import { referencesOn } from '../boards/references.ts';
import { SLUG_OF } from '../intake/declaration.ts';
import { CACHE } from '../middleware/index.ts';
import { CURSOR, DATABASE, describeRoute, parameter, SEARCH } from '../openapi/operation.ts';
import { type Head, isWanted, readBoardList, readList } from '../store/lists.ts';
import { positionRows, readRecent, withDrives, withWarnings } from '../views/board-listing.ts';

/** Rows per page; one more is read to see whether there is another page. */
const BOARD_PAGE = 50;
const SUBJECTS_PAGE = 50;

const BOARD_ID = parameter('path', 'board_id', { type: 'string', minLength: 1, maxLength: 160 });

const SORT = parameter('query', 'sort', {
  type: 'string',
  enum: BOARD_SORTS.flatMap((sort) => [sort, `-${sort}`]),
  default: 'value',
});

const LIST_BOARDS = describeRoute({
  id: 'listBoards',
  tag: 'boards',
  summary: 'The boards that list something, and where their runs were made.',
  answers: { 200: 'called' },
  problems: DATABASE,
});

const GET_BOARD = describeRoute({
  id: 'getBoard',
  tag: 'boards',
  summary:
    'One page of a board, best first by value, or in the order of `sort`. `ranked` is the number of a confirmed row. On the first page: `folded` rows, which are far better than others or too many of one provider and count all the same, and recent runs that have no place. A list of few results has references: runs that this project measured itself. `key` is unique per row; `subject.slug` is not, because a filesystem has one row per operating system.',
  parameters: [BOARD_ID, SORT, CURSOR],
  answers: { 200: 'called' },
  problems: ['invalid-parameter', 'not-found', ...DATABASE],
});

const FIND_SUBJECTS = describeRoute({
  id: 'findSubjects',
  tag: 'boards',
  summary: 'What the board lists with every word of `q` in its name, up to 50, best first.',
  parameters: [BOARD_ID, SEARCH],
  answers: { 200: 'called' },
  problems: ['invalid-parameter', 'not-found', ...DATABASE],
});

export const boards = new Hono<AppEnv>()
  .get('/boards', LIST_BOARDS, async (c) => {
    const { ids, places } = await readBoardList(readAnywhere(c.env.DB));
    const list: BoardList = { boards: ids.flatMap((id) => describeBoard(id) ?? []), places: [...places] };
    return c.json(list, 200, CACHE.live);
  })

  .get('/boards/:board_id', GET_BOARD, async (c) => {
    const id = c.req.param('board_id');
    const [head, board] = [describeBoard(id), parseBoardId(id)];
    if (!head || !board) throw new ProblemError('not-found', `There is no board "${id.slice(0, 160)}".`);
    const db = readAnywhere(c.env.DB);
    const cursor = c.req.query('cursor');
    const sort = c.req.query('sort') ?? 'value';
    const order = parseSort(sort);
    if (!order) throw invalidParameter('sort', 'is no order of a board');
    const after = cursor === undefined ? null : readPosition(cursor, order);
    const policy = policyOf(c.env);
    const { heads: bestFirst, folded, readRows } = await readList(db, board, policy);
    const heads = sort === 'value' ? bestFirst : inOrder(bestFirst, order);
    const start = after ? countUntil(heads, order, after) : 0;
    const positions = new Map(bestFirst.map(({ cut }, i) => [subjectOf(cut), i + 1]));
    const pageHeads = heads.slice(start, start + BOARD_PAGE);
    const last = heads.length > start + BOARD_PAGE ? pageHeads.at(-1) : undefined;
    const isFirst = after === null;
    const [rows, foldedRows, recent] = [
      await readRows(pageHeads),
      isFirst ? await readRows(someOf(folded, FOLDED_SHOWN)) : [],
      isFirst ? await readRecent(db, board, policy) : null,
    ];
    const allRows = await withDrives(db, [...rows, ...foldedRows]);
    // Where the list has one page, these are all of its rows.
    const references =
      isFirst && !last
        ? referencesOn(
            board,
            allRows.map(({ row }) => row),
          )
        : [];
    const answer: Board = {
      ...head,
      generated_at: new Date(Math.max(recent?.newestMs ?? 0, ...allRows.map((row) => row.counted_ms))).toISOString(),
      rows: positionRows(allRows.slice(0, rows.length), positions),
      ...(foldedRows.length > 0 ? { folded: positionRows(allRows.slice(rows.length), new Map()) } : {}),
      ...(references.length > 0 ? { references } : {}),
      total: heads.length,
      ...(policyNameOf(c.env) === 'open' ? { policy: 'open' as const } : {}),
      recent: recent?.rows ?? [],
      next_cursor: last ? cursorOf(sort, positionOf(last, order)) : null,
    };
    const link = answer.next_cursor === null ? {} : { link: nextLink(c.req.url, answer.next_cursor) };
    const classes = allRows.map((read) => [read.row.run_id, read.class] as const);
    const warned = await withWarnings(db, answer, new Map([...(recent?.classes ?? []), ...classes]));
    return c.json(warned, 200, { ...CACHE.live, ...link });
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
    const policy = policyOf(c.env);
    const { heads, folded, readRows } = await readList(db, board, policy);
    const wanted = [...heads, ...folded].filter(({ cut, name }) => isWanted(search, subjectOf(cut), name));
    const rows = await readRows(wanted.slice(0, SUBJECTS_PAGE));
    const list: SubjectList = {
      subjects: rows.map(({ row: { key, subject, run_id, ranked } }) => {
        return { key, name: subject.name, run_id, ...(ranked ? {} : { unconfirmed: true }) };
      }),
    };
    return c.json(list, 200, CACHE.live);
  });

/** Folded rows of a board that its first page has. */
const FOLDED_SHOWN = 50;

/** A few of the folded rows, best first: of many providers rather than of one. */
function someOf(folded: readonly Head[], limit: number): Head[] {
  const chosen = new Set(folded.toSorted((a, b) => a.turn - b.turn).slice(0, limit));
  return folded.filter((head) => chosen.has(head));
}

const cursorOf = (name: string, { key, sort, subject }: Position) => encodeCursor([name, key, sort, subject]);

/** The last row of the page before: a cursor is of one order. */
function readPosition(cursor: string, order: BoardOrder): Position {
  const isText = order.by === 'name' || order.by === 'filesystem';
  const types = ['string', isText ? 'string' : 'number', 'number', 'string'] as const;
  const [name, key, sort, subject] = decodeCursor(cursor, types) ?? [];
  const isOfOrder = name === `${order.isReversed ? '-' : ''}${order.by}`;
  if (isOfOrder && key !== undefined && typeof sort === 'number' && typeof subject === 'string')
    return { key, sort, subject };
  throw invalidParameter('cursor', 'is not a cursor of this board in this order');
}

/** The parts of a board's id; `null` where there can be no such board. */
function describeBoard(id: string): BoardList['boards'][number] | null {
  const parts = parseBoardId(id);
  if (!parts) return null;
  const { subject, metric } = parts;
  const { unit, better } = metricOf(metric);
  return { id, subject, metric, unit, better };
}
