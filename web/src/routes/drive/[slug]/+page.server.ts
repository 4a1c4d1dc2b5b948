import { readModelPage } from '$lib/features/board/board.server.ts';
import { get } from '$lib/base/api/read.server.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = (event) =>
  readModelPage(event, 'drive', get(event.platform, event.url, '/api/v1/drives/{slug}', { path: event.params }));
