import { clientCut, contenderTable, formatClient, type Board } from '@opfsmark/schema/boards';
import { findBoard } from '$lib/features/board/board.server.ts';
import { clientBoards, readBoardQuery, type BoardQuery } from '$lib/features/board/query.ts';
import { isEmpty } from '$lib/features/board/rows.ts';
import { findSubjects, isSearched } from '$lib/features/board/find-subjects.ts';
import { forward, get, getBoardParts } from '$lib/base/api/read.server.ts';
import { SUITE_VERSION } from '@opfsmark/schema/documents';
import type { PageServerLoad } from './$types';

type Platform = Parameters<PageServerLoad>[0]['platform'];

/** Asks for what is confirmed of contenders of storage for apps; `null` on boards of anything else. */
async function getContenderStats(platform: Platform, url: URL, { layout, client }: BoardQuery) {
  if (layout !== 'app-storage' || client === null) return null;
  return await get(platform, url, '/api/v1/stats', { query: { cut: clientCut(SUITE_VERSION, client) } });
}

async function findOnBoard(platform: Platform, { origin }: URL, query: BoardQuery) {
  const send = (url: string, init?: RequestInit) => forward(platform, new Request(url, init));
  return (await findSubjects(send, query, query.search, { origin })) ?? [];
}

/** A board on which nobody has published is a state of this page, not an error. */
export const load: PageServerLoad = async ({ platform, url }) => {
  const boards = await getBoardParts(platform, url);
  const { query, answer } = await findBoard(platform, url, readBoardQuery(url.searchParams, boards), boards);
  const [foundSubjects, stats] = await Promise.all([
    query.search === '' || !isSearched(query) ? [] : findOnBoard(platform, url, query),
    getContenderStats(platform, url, query),
  ]);
  // No table at all is not a table without rows: then the page says that the service is down.
  const isDown = stats?.ok === false;
  let board: Board | null = null;
  if (!isDown && answer.ok && (answer.value.references || !isEmpty(answer.value))) board = answer.value;

  // The choices: the clients that have a board, and the filesystems that have one within the chosen client.
  const within = clientBoards(boards, query).map(({ client, filesystem }) => ({
    client: client ? formatClient(client) : '',
    filesystem,
  }));
  const chosenClient = query.client === null ? null : formatClient(query.client);
  const clientFilesystems = within.filter(({ client }) => client === chosenClient).map(({ filesystem }) => filesystem);
  const clients = new Set([...within.map(({ client }) => client), ...(chosenClient === null ? [] : [chosenClient])]);
  const filesystems = new Set([...clientFilesystems, query.filesystem].filter((slug) => slug !== null));
  return {
    query,
    board,
    contenders: stats?.ok ? contenderTable(stats.value.metrics) : null,
    clients: [...clients].toSorted(),
    filesystems: [...filesystems].toSorted(),
    found: foundSubjects,
    reachable: !isDown && (answer.ok || answer.status === 404),
  };
};
