import { Hono } from 'hono';
import { boardBetter, boardUnit, parseBoardId, type Board, type BoardList } from '@opfsmark/schema';
import { rankPage, readCursor, START, writeCursor } from '../boards/ranking.ts';
import { selectBoardIds, selectEntries } from '../store/boards.ts';
import type { AppEnv } from '../base/env.ts';
import { BOARD_PAGE } from '../base/limits.ts';
import { nextLink } from '../base/links.ts';
import { CACHE } from '../middleware/headers.ts';
import { ProblemError } from '../base/problem.ts';

export const boards = new Hono<AppEnv>()
  .get('/boards', async (c) => {
    const ids = await selectBoardIds(c.env.DB.withSession('first-unconstrained'));
    const list: BoardList = { boards: ids.flatMap((id) => describe(id) ?? []) };
    return c.json(list, 200, { 'cache-control': CACHE.live });
  })

  .get('/boards/:board_id', async (c) => {
    const id = c.req.param('board_id');
    const head = describe(id);
    if (!head) throw new ProblemError('not-found', `There is no board "${id.slice(0, 160)}".`);
    const cursorText = c.req.query('cursor');
    const from = cursorText === undefined ? START : readCursor(cursorText);
    if (!from)
      throw new ProblemError('invalid-parameter', '', [
        { pointer: '/cursor', detail: 'is not a cursor of this board' },
      ]);

    const found = await selectEntries(c.env.DB.withSession('first-unconstrained'), storedId(id), from, BOARD_PAGE + 1);
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
    const headers: Record<string, string> = { 'cache-control': CACHE.live };
    if (board.next_cursor !== null) headers['link'] = nextLink(c.req.url, board.next_cursor);
    return c.json(board, 200, headers);
  });

function describe(id: string): BoardList['boards'][number] | null {
  const parts = parseBoardId(id);
  if (!parts) return null;
  const { subject, metric } = parts;
  return { id, subject, metric, unit: boardUnit(metric), better: boardBetter(metric) };
}

/** Operating systems and browsers are compared in pairs: both boards are the same entries. */
function storedId(id: string): string {
  return id.startsWith('os.') ? `browser.${id.slice(3)}` : id;
}
