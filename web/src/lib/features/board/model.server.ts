import { error, type ServerLoadEvent } from '@sveltejs/kit';
import type { Called } from '@opfsmark/schema/client';
import { readBoardQuery } from './query.ts';

/**
 * What the page of a device, a drive or a filesystem shows. One that nobody knows is a state of the page: there is something
 * to say about it.
 */
export async function readSubject<View>(
  { url, locals, setHeaders }: Pick<ServerLoadEvent, 'url' | 'locals' | 'setHeaders'>,
  asked: Promise<Called<View>>,
): Promise<{ view: View | null; metric: ReturnType<typeof readBoardQuery>['metric'] }> {
  const answer = await asked;
  setHeaders({ 'cache-control': 'no-store' });
  const { metric } = readBoardQuery(url.searchParams);
  if (answer.ok) return { view: answer.value, metric };
  if (answer.status === 400 || answer.status === 404 || answer.status === 422) {
    locals.isMissing = true;
    return { view: null, metric };
  }
  return error(503, { message: 'the service does not answer', kind: 'service_down' });
}
