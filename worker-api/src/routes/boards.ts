import { Hono } from 'hono';
import { metricOf, parseBoardId, type Board, type BoardList } from '@opfsmark/schema/boards';
import type { AppEnv } from '../base/env.ts';
import { BOARD_PAGE } from '../base/limits.ts';
import { nextLink } from '../base/links.ts';
import { invalidParameter, ProblemError } from '../base/problem.ts';
import { readAnywhere } from '../base/sessions.ts';
import { FIRST_PAGE, rankPage, readCursor, writeCursor } from '../boards/ranking.ts';
import { CACHE } from '../middleware/headers.ts';
import { selectBoardIds, selectEntries } from '../store/boards.ts';

const LIVE = { 'cache-control': CACHE.live };

export const boards = new Hono<AppEnv>()
  .get('/boards', async (c) => {
    const ids = await selectBoardIds(readAnywhere(c.env.DB));
    const list: BoardList = { boards: ids.flatMap((id) => describeBoard(id) ?? []) };
    return c.json(list, 200, LIVE);
  })

  .get('/boards/:board_id', async (c) => {
    const id = c.req.param('board_id');
    const head = describeBoard(id);
    if (!head) throw new ProblemError('not-found', `There is no board "${id.slice(0, 160)}".`);
    const cursor = c.req.query('cursor');
    const from = cursor === undefined ? FIRST_PAGE : readCursor(cursor);
    if (!from) throw invalidParameter('cursor', 'is not a cursor of this board');

    const found = await selectEntries(readAnywhere(c.env.DB), id, from, BOARD_PAGE + 1);
    const entries = found.slice(0, BOARD_PAGE);
    const next = found[BOARD_PAGE];
    const { rows, end } = rankPage(entries, next, from);
    const refreshedMs = Math.max(0, ...entries.map((entry) => entry.refreshed_ms));
    const board: Board = {
      ...head,
      generated_at: new Date(refreshedMs).toISOString(),
      rows,
      next_cursor: next ? writeCursor(end) : null,
    };
    const link = board.next_cursor === null ? {} : { link: nextLink(c.req.url, board.next_cursor) };
    return c.json(board, 200, { ...LIVE, ...link });
  });

/** What a board's id says; `null` where there can be no such board. */
function describeBoard(id: string): BoardList['boards'][number] | null {
  const parts = parseBoardId(id);
  if (!parts) return null;
  const { subject, metric } = parts;
  const { unit, better } = metricOf(metric);
  return { id, subject, metric, unit, better };
}
