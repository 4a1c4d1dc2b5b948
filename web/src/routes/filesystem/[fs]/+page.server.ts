import { readSubject } from '$lib/features/board/board.server.ts';
import { get } from '$lib/base/api/read.server.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = (event) =>
  readSubject(
    event,
    get(event.platform, event.url, '/api/v1/filesystems/{fs}', { path: event.params }),
    'filesystem',
    ({ cells }) => cells,
  );
