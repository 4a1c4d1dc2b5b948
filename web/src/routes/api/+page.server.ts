import { DATA_LICENSE } from '@opfsmark/schema/api';
import { readDocument } from '$lib/features/api-docs/document.ts';
import { get } from '$lib/base/api/read.server.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ platform, url }) => {
  const license = DATA_LICENSE.url;
  const answer = await get(platform, url, '/api/v1/openapi.json', {});
  return { document: answer.ok ? readDocument(answer.value) : null, license };
};
