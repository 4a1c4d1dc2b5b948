import type { RunStatus } from '@opfsmark/schema/api';

/**
 * The one rule of what others are shown without a link. Whatever reads runs for a list asks `IS_PUBLIC` in SQL or `isPublic` of a row;
 * `test/unlisted.test.ts` reads every list there is, and every statement of this folder.
 */

/** SQL: its owner has not kept it to a group. Only such a run names a device or a drive, whatever moderators make of it. */
export const IS_FOR_ALL = 'unlisted = 0';

/** SQL: boards, pages of devices, searches, exports, the sitemap and snapshots are made of these. */
export const IS_PUBLIC = `status = 'published' AND ${IS_FOR_ALL}`;

export const isPublic = ({ status, unlisted }: { readonly status: RunStatus; readonly unlisted: number }): boolean =>
  status === 'published' && unlisted === 0;
