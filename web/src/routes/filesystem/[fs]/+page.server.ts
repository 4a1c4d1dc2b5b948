import { error } from '@sveltejs/kit';
import { readBoardQuery } from '$lib/features/board/query.ts';
import { getFilesystem } from '$lib/base/api/subjects.server.ts';
import type { PageServerLoad } from './$types';

/** One that nobody knows is a state of this page: there is something to say about it. */
export const load: PageServerLoad = async ({ params, platform, url, locals, setHeaders }) => {
  const answer = await getFilesystem(platform, url, params.fs);
  setHeaders({ 'cache-control': 'no-store' });
  const { metric } = readBoardQuery(url.searchParams);
  if (answer.ok) return { view: answer.value, metric };
  if (answer.status === 400 || answer.status === 404 || answer.status === 422) {
    locals.isMissing = true;
    return { view: null, metric };
  }
  return error(503, { message: 'the service does not answer', kind: 'service_down' });
};
