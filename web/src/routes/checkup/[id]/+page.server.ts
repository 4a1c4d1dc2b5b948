import { error } from '@sveltejs/kit';
import { readRunId } from '@opfsmark/schema/documents';
import { get } from '$lib/base/api/read.server.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ params, platform, url }) => {
  const id = readRunId(params.id);
  if (id === null) return error(404, { message: 'no such report', kind: 'result_not_found' });
  const answer = await get(platform, url, '/api/v1/checkups/{checkup_id}', { path: { checkup_id: id } });
  if (answer.ok) return { view: answer.value };
  if (answer.status === 404) return error(404, { message: 'no such report', kind: 'result_not_found' });
  return error(503, { message: 'the service does not answer', kind: 'service_down' });
};
