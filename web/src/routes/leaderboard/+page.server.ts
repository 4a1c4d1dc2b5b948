import {
  clientCut,
  contenderTable,
  formatBoardId,
  formatClient,
  type Board,
  type ContenderRow,
} from '@opfsmark/schema/boards';
import { clientBoards, readBoardQuery, type BoardQuery } from '$lib/features/board/query.ts';
import { get, getBoard, getBoardParts } from '$lib/base/api/read.server.ts';
import { findDevices } from '$lib/base/api/subjects.server.ts';
import { SUITE_VERSION } from '@opfsmark/schema/documents';
import type { PageServerLoad } from './$types';

type Platform = Parameters<PageServerLoad>[0]['platform'];

/** What is confirmed of contenders of storage for apps; `null` on boards of anything else. */
async function getContenders(
  platform: Platform,
  url: URL,
  { layout, client }: BoardQuery,
): Promise<ContenderRow[] | null> {
  if (layout !== 'app-storage' || client === null) return null;
  const stats = await get(platform, url, '/api/v1/stats', { query: { cut: clientCut(SUITE_VERSION, client) } });
  return stats.ok ? contenderTable(stats.value.metrics) : [];
}

/** An empty board is a 404 of the service: nobody has published for it. That is a state of this page, not an error. */
export const load: PageServerLoad = async ({ platform, url, setHeaders }) => {
  const boards = await getBoardParts(platform, url);
  const query = readBoardQuery(url.searchParams, boards);
  const [answer, found, contenders] = await Promise.all([
    getBoard(platform, url, formatBoardId(query), query.cursor),
    query.search === '' ? [] : findDevices(platform, url, query.search),
    getContenders(platform, url, query),
  ]);
  setHeaders({ 'cache-control': 'no-store' });
  let board: Board | null = null;
  if (answer.ok && answer.value.rows.length + answer.value.recent.length > 0) board = answer.value;

  // What can be chosen: the clients that have a board, and the filesystems that have one within the chosen client.
  const within = clientBoards(boards, query).map(({ client, filesystem }) => ({
    client: client ? formatClient(client) : '',
    filesystem,
  }));
  const chosen = query.client === null ? null : formatClient(query.client);
  const own = within.filter(({ client }) => client === chosen).map(({ filesystem }) => filesystem);
  const clients = new Set([...within.map(({ client }) => client), ...(chosen === null ? [] : [chosen])]);
  const filesystems = new Set([...own, query.filesystem].filter((slug) => slug !== null));
  return {
    query,
    board,
    contenders,
    clients: [...clients].toSorted(),
    filesystems: [...filesystems].toSorted(),
    found,
    reachable: answer.ok || answer.status === 404,
  };
};
