import type { Reroute } from '@sveltejs/kit';
import { isFamilyId } from '@opfsmark/schema/families';

/** `/?family=stutter` is the run page of another family: one address for all plans, a page of its own for each kind. */
export const reroute: Reroute = ({ url }) => {
  const family = url.searchParams.get('family');
  return url.pathname === '/' && family !== null && isFamilyId(family) ? '/workload' : undefined;
};
