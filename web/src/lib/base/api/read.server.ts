import { BOOKMARK, BOOKMARK_PATTERN, type RunView } from '@opfsmark/schema/api';
import {
  METRIC_IDS,
  metricOf,
  parseBoardId,
  type Board,
  type BoardParts,
  type BoardPlace,
} from '@opfsmark/schema/boards';
import { call, type AnswerOf, type Called, type PartsOf, type PathOf, type Send } from '@opfsmark/schema/client';
import type { Problem } from '@opfsmark/schema/documents';

type Platform = Readonly<App.Platform> | undefined;

function unavailable(): Response {
  const problem: Problem = {
    type: 'about:blank',
    title: 'The results service cannot be reached',
    status: 503,
  };
  return new Response(JSON.stringify(problem), {
    status: 503,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', 'retry-after': '30' },
  });
}

/** Hands a request to the results service as it is. */
export async function forward(platform: Platform, request: Request): Promise<Response> {
  const service = platform?.env.API;
  if (!service) return unavailable();
  try {
    return await service.fetch(request);
  } catch {
    return unavailable();
  }
}

/** Reads what the service has at an address of its OpenAPI document. */
export function get<P extends PathOf<'get'>>(
  platform: Platform,
  { origin }: URL,
  path: P,
  parts: PartsOf<'get', P>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Called<AnswerOf<'get', P>>> {
  const send: Send = (url, init) => forward(platform, new Request(url, init));
  return call(send, 'get', path, parts, { origin, headers });
}

export function getBoard(
  platform: Platform,
  origin: URL,
  id: string,
  { cursor = null, sort = null }: { readonly cursor?: string | null; readonly sort?: string | null } = {},
): Promise<Called<Board>> {
  const query = { ...(cursor !== null && { cursor }), ...(sort !== null && { sort }) };
  return get(platform, origin, '/api/v1/boards/{board_id}', { path: { board_id: id }, query });
}

/** `bookmark`: of the upload that must be seen; what stands in an address instead of one is none. */
export function getRun(
  platform: Platform,
  origin: URL,
  id: string,
  bookmark: string | null = null,
): Promise<Called<RunView>> {
  const headers = bookmark !== null && BOOKMARK_PATTERN.test(bookmark) ? { [BOOKMARK]: bookmark } : {};
  return get(platform, origin, '/api/v1/runs/{run_id}', { path: { run_id: id } }, headers);
}

/** The parts of boards that have something to show; none where the service does not answer. */
export async function getBoardParts(platform: Platform, origin: URL): Promise<BoardParts[]> {
  const answer = await get(platform, origin, '/api/v1/boards', {});
  if (!answer.ok) return [];
  const { boards, places } = answer.value;
  const rankedParts = boards.map(({ id }) => parseBoardId(id)).filter((parts) => parts !== null);
  return [...rankedParts, ...places.flatMap(partsOf)];
}

/** The boards of devices on which runs made at a place are shown. */
function partsOf({ layout, os, browser, filesystem }: BoardPlace): BoardParts[] {
  const metrics = METRIC_IDS.filter((metric) => metricOf(metric).layouts.includes(layout));
  const client = { os, browser };
  return metrics.flatMap((metric): BoardParts[] => [
    { subject: 'device', metric, layout, client, filesystem: null },
    ...(filesystem === null ? [] : [{ subject: 'device' as const, metric, layout, client, filesystem }]),
  ]);
}
