import type { RunView } from '@opfsmark/schema/api';
import {
  METRIC_IDS,
  metricOf,
  parseBoardId,
  type Board,
  type BoardList,
  type BoardParts,
  type BoardPlace,
} from '@opfsmark/schema/boards';
import type { Problem } from '@opfsmark/schema/documents';

type Platform = Readonly<App.Platform> | undefined;

/** What a read of the service came to. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: number; readonly problem: Problem | null };

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

export async function get<T>(
  platform: Platform,
  url: URL,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<T>> {
  const response = await forward(platform, new Request(url, { headers: { accept: 'application/json', ...headers } }));
  // The service validates what it stores and derives; its answers are trusted like our own functions.
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && body !== null) return { ok: true, value: body as T };
  return { ok: false, status: response.ok ? 502 : response.status, problem: body as Problem | null };
}

export function getBoard(platform: Platform, origin: URL, id: string, cursor: string | null): Promise<Answer<Board>> {
  const url = new URL(`/api/v1/boards/${encodeURIComponent(id)}`, origin);
  if (cursor !== null) url.searchParams.set('cursor', cursor);
  return get<Board>(platform, url);
}

/** `bookmark`: of the upload that must be seen. */
export function getRun(
  platform: Platform,
  origin: URL,
  id: string,
  bookmark: string | null = null,
): Promise<Answer<RunView>> {
  const headers = bookmark === null ? {} : { 'x-d1-bookmark': bookmark };
  return get<RunView>(platform, new URL(`/api/v1/runs/${encodeURIComponent(id)}`, origin), headers);
}

/** What the boards are of that have something to show; none where the service does not answer. */
export async function getBoardParts(platform: Platform, origin: URL): Promise<BoardParts[]> {
  const answer = await get<BoardList>(platform, new URL('/api/v1/boards', origin));
  if (!answer.ok) return [];
  const { boards, places } = answer.value;
  const ranked = boards.map(({ id }) => parseBoardId(id)).filter((parts) => parts !== null);
  return [...ranked, ...places.flatMap(partsOf)];
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
