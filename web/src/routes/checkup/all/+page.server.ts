import { get } from '$lib/base/api/read.server.ts';
import { rowsOf } from '$lib/features/checkup/all.ts';
import type { PageServerLoad } from './$types';

/** Here, so that the reports that are kept with the source are no script of the page. */
export const load: PageServerLoad = async ({ platform, url }) => {
  const answer = await get(platform, url, '/api/v1/checkups', {});
  return { rows: rowsOf(answer.ok ? answer.value.checkups : []), isWhole: answer.ok };
};
