import { CONTENDER_IDS, CONTENDERS, type ContenderId } from './contender-ids.ts';

const NAMES = Object.fromEntries(CONTENDER_IDS.map((id) => [id, CONTENDERS[id].name])) as Record<ContenderId, string>;

/** The names of stores in each language; sentences and pictures name them, too. */
export const STORES = {
  en: NAMES,
  ja: { ...NAMES, 'opfs-sync': 'OPFS 同期ハンドル', 'opfs-sync-unflushed': 'OPFS 同期ハンドル (フラッシュなし)' },
} as const;
