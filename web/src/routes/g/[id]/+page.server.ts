import { error, redirect } from '@sveltejs/kit';
import { readGroupCode } from '@opfsmark/schema/api';
import { get } from '$lib/base/api/read.server.ts';
import { shownOf } from '$lib/features/group/shown.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ params, platform, url: address }) => {
  // Typed after the address of the site: the page that asks for codes looks for it.
  const code = readGroupCode(params.id);
  if (code !== null) redirect(303, `/g?code=${code}`);
  const { searchParams } = address;
  const request = { family: searchParams.get('family'), figure: searchParams.get('figure') };
  const answer = await get(platform, address, '/api/v1/groups/{group_id}', { path: { group_id: params.id } });
  if (answer.ok) return { group: shownOf(answer.value, request), asked: request };
  if (answer.status === 404) return error(404, { message: 'no such group', kind: 'group_not_found' });
  return error(503, { message: 'the service does not answer', kind: 'service_down' });
};
