import { error, type ServerLoadEvent } from '@sveltejs/kit';
import type { ModelView } from '@opfsmark/schema/api';
import type { getDevice } from '$lib/base/api/subjects.server.ts';
import { readBoardQuery } from './query.ts';

/** What the page of a device or a drive shows. One that nobody knows is a state of the page: there is something to say about it. */
export async function readModel(
  { params, platform, url, locals, setHeaders }: ServerLoadEvent<{ slug: string }>,
  ask: typeof getDevice,
): Promise<{ view: ModelView | null; metric: ReturnType<typeof readBoardQuery>['metric'] }> {
  const answer = await ask(platform, url, params.slug);
  setHeaders({ 'cache-control': 'no-store' });
  const { metric } = readBoardQuery(url.searchParams);
  if (answer.ok) return { view: answer.value, metric };
  if (answer.status === 400 || answer.status === 404 || answer.status === 422) {
    locals.isMissing = true;
    return { view: null, metric };
  }
  return error(503, { message: 'the service does not answer', kind: 'service_down' });
}
