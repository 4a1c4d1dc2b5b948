import { FAMILY_IDS } from '@opfsmark/schema/families';

/** Pages that need no service. The run page of each family has an address of its own. */
export const PAGES = ['/', ...FAMILY_IDS.map((id) => `/?family=${id}`), '/history', '/method', '/privacy', '/offline'];

/** Under which of `PAGES` an address is kept: a plan or a unit in it changes nothing that is worth keeping apart. */
export function pageKey({ pathname, searchParams }: URL): string | null {
  const family = searchParams.get('family');
  const key = pathname === '/' && family !== null ? `/?family=${family}` : pathname;
  return PAGES.includes(key) ? key : null;
}

/** Whether the page may replace the kept one. The links of one opened from a group name the group, which nothing keeps. */
export const isPageKept = (url: URL) => pageKey(url) !== null && !url.searchParams.has('group');
