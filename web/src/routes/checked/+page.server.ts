import { checkedViews } from '$lib/features/checked/view.ts';
import type { PageServerLoad } from './$types';

/** Here, so that the facts and the function that judges them are no script of the page. */
export const load: PageServerLoad = () => ({ tables: checkedViews() });
