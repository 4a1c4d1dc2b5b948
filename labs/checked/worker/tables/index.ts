import type { PublishedTable } from '../table.ts';

type Load = () => Promise<{ readonly table: PublishedTable }>;

/** Published tables that are run again, in the order of the page. */
export const TABLES: Readonly<Record<string, Load>> = {
  'pglite-round-trips': () => import('./pglite-round-trips.ts'),
  'pglite-suite': () => import('./pglite-suite.ts'),
  'wa-sqlite-361': () => import('./wa-sqlite-361.ts'),
  'speedometer-todos': () => import('./speedometer-todos.ts'),
  'rxdb-article': () => import('./rxdb-article.ts'),
  'synckit-58': () => import('./synckit-58.ts'),
  'jazz-1536': () => import('./jazz-1536.ts'),
  'sqlite-speedtest1': () => import('./sqlite-speedtest1.ts'),
  'dd-nvme': () => import('./dd-nvme.ts'),
};

/** Wrong on purpose: what tests must see caught. */
export const PLANTED: Readonly<Record<string, Load>> = {
  'planted-no-rows': async () => ({ table: (await import('./planted.ts')).noRows }),
  'planted-no-sync': async () => ({ table: (await import('./planted.ts')).noSync }),
  'planted-syncs': async () => ({ table: (await import('./planted.ts')).manySyncs }),
  'planted-mean': async () => ({ table: (await import('./planted.ts')).trimmedMean }),
  'planted-sound': async () => ({ table: (await import('./planted.ts')).sound }),
  'planted-failures': async () => ({ table: (await import('./planted.ts')).failures }),
};
