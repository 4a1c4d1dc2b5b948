import type { Subject } from './texts.ts';

/** What pages say that always say the same: their texts come with them. Others load what the shown run or choice needs. */
export const PAGE_TEXTS: Readonly<Partial<Record<string, readonly Subject[]>>> = {
  '/api': ['prose'],
  '/checked': ['prose'],
  '/device/[slug]': ['boards'],
  '/drive/[slug]': ['boards'],
  '/filesystem/[fs]': ['boards'],
  '/g': ['publish'],
  '/g/[id]': ['boards', 'compare', 'families', 'publish'],
  '/history': ['publish'],
  '/method': ['prose'],
  '/method/drives': ['prose'],
  '/moderate': ['moderate', 'publish', 'result'],
  '/privacy': ['prose'],
};
