import { error } from '@sveltejs/kit';
import { get } from '$lib/base/api/read.server.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ params, platform, url }) => {
  const answer = await get(platform, url, '/api/v1/groups/{group_id}', { path: { group_id: params.id } });
  if (answer.ok) return { group: answer.value };
  if (answer.status === 404) return error(404, { message: 'no such comparison', kind: 'group_not_found' });
  return error(503, { message: 'the service does not answer', kind: 'service_down' });
};
