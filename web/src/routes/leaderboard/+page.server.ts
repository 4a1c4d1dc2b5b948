import type { Board } from '@opfsmark/schema/boards';
import { boardIdOf, readBoardQuery } from '$lib/features/board/query.ts';
import { getBoard, getClients } from '$lib/base/api/read.server.ts';
import { findDevices } from '$lib/base/api/subjects.server.ts';
import type { PageServerLoad } from './$types';

/** An empty board is a 404 of the service: nobody has published for it. That is a state of this page, not an error. */
export const load: PageServerLoad = async ({ platform, url, setHeaders }) => {
  const query = readBoardQuery(url.searchParams);
  const [answer, clients, found] = await Promise.all([
    getBoard(platform, url, boardIdOf(query), query.cursor),
    getClients(platform, url, query.metric.id, query.layout),
    query.search === '' ? [] : findDevices(platform, url, query.search),
  ]);
  setHeaders({ 'cache-control': 'no-store' });
  let board: Board | null = null;
  if (answer.ok && answer.value.rows.length > 0) board = answer.value;
  return { query, board, clients, found, reachable: answer.ok || answer.status === 404 };
};
