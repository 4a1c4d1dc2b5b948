import { readModel } from '$lib/features/board/board.server.ts';
import { getDrive } from '$lib/base/api/subjects.server.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = (event) => readModel(event, getDrive);
