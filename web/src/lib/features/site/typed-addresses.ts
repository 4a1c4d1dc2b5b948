/** Addresses that people type for a page that has another: the plural, or the name that the page has. */
export const TYPED_ADDRESSES: Readonly<Record<string, string>> = {
  '/group': '/g',
  '/groups': '/g',
  '/board': '/leaderboard',
  '/boards': '/leaderboard',
  '/leaderboards': '/leaderboard',
  '/device': '/leaderboard',
  '/devices': '/leaderboard',
  '/drive': '/leaderboard?by=drive',
  '/filesystem': '/leaderboard?by=filesystem',
  '/filesystems': '/leaderboard?by=filesystem',
  '/drives': '/method/drives',
  '/check': '/checked',
  '/fake': '/capacity',
  '/methods': '/method',
  '/methodology': '/method',
  '/comparison': '/compare',
  '/runs': '/history',
  '/run': '/',
};

/** The page that was meant, with what else the address says; `null` where it is a page itself, or none. */
export function meantAddress({ pathname, searchParams }: URL): string | null {
  const target = TYPED_ADDRESSES[pathname.toLowerCase().replace(/\/$/, '')];
  if (target === undefined) return null;
  const [path = '', query = ''] = target.split('?');
  const all = new URLSearchParams([...new URLSearchParams(query), ...searchParams]);
  return all.size === 0 ? path : `${path}?${all}`;
}
