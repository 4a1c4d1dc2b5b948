import { error } from '@sveltejs/kit';
import { readBoardQuery } from '$lib/features/board/query.ts';
import { getFilesystem } from '$lib/base/api/subjects.server.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ params, platform, url, setHeaders }) => {
  const answer = await getFilesystem(platform, url, params.fs);
  setHeaders({ 'cache-control': 'no-store' });
  if (answer.ok) return { view: answer.value, metric: readBoardQuery(url.searchParams).metric };
  if (answer.status === 400 || answer.status === 404 || answer.status === 422)
    return error(404, { message: 'no such filesystem', kind: 'filesystem_not_found' });
  return error(503, { message: 'the service does not answer', kind: 'service_down' });
};
