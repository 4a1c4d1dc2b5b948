import { formatBoardId, formatClient, type Board } from '@opfsmark/schema/boards';
import { clientBoards, readBoardQuery } from '$lib/features/board/query.ts';
import { getBoard, getBoardParts } from '$lib/base/api/read.server.ts';
import { findDevices } from '$lib/base/api/subjects.server.ts';
import type { PageServerLoad } from './$types';

/** An empty board is a 404 of the service: nobody has published for it. That is a state of this page, not an error. */
export const load: PageServerLoad = async ({ platform, url, setHeaders }) => {
  const boards = await getBoardParts(platform, url);
  const query = readBoardQuery(url.searchParams, boards);
  const [answer, found] = await Promise.all([
    getBoard(platform, url, formatBoardId(query), query.cursor),
    query.search === '' ? [] : findDevices(platform, url, query.search),
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
    clients: [...clients].toSorted(),
    filesystems: [...filesystems].toSorted(),
    found,
    reachable: answer.ok || answer.status === 404,
  };
};
