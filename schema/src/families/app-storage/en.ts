import type { MissingReason } from './schema.ts';
import { STORES } from './stores.ts';

/** What the family's figures are called, in English: the shape that each other language must have. */
export default {
  about:
    'Which storage should my web app use? The same rows through OPFS, IndexedDB, Dexie and SQLite, compared only where the durability guarantee is the same. The page reloads itself once, to see what survives.',
  names: {
    ...STORES.en,
    open: 'cold open',
    put: 'put',
    'put-batch': 'put, one transaction',
    read: 'read',
    scan: 'scan',
    update: 'update',
    delete: 'delete',
    'blob-write': 'large write',
    'blob-read': 'large read',
  },
  uses: {
    notes: 'Notes: {store}',
    sync: 'Offline sync: {store}',
    analytics: 'Analytics: {store}',
    files: 'Files: {store}',
  },
  none: 'none of these',
  rule: 'Named is an atomic store that lost nothing and could be used afterwards: in a power cut (notes, sync, files), with two tabs writing (notes, sync), when a worker was killed (all). Of those whose session takes at most twice as long as the shortest, the smallest download; of equal ones what survives a power cut, then the first of the table.',
  caption: 'Facts by storage',
  columns: {
    store: 'Storage',
    powerCut: 'Power cut',
    twoTabs: 'Two tabs',
    killed: 'Worker killed',
    interrupted: 'Cut off',
    syncs: 'Syncs per save',
    open: 'Cold open',
    save: 'One save',
    batch: 'Many saves',
    read: 'Read',
    large: 'Large value',
    shipped: 'Download',
  },
  notAtomic: '{store}, not atomic',
  left: '{lost} of {count} lost',
  damaged: '{damaged} damaged',
  leftDamaged: '{lost} of {count} lost, {damaged} damaged',
  unopened: 'does not open again',
  notCounted: 'not counted',
  tabs: { shared: 'both write', waits: 'second waits', refused: 'only one' },
  whole: 'all or nothing',
  half: 'half kept',
  halfAfter: 'half kept: {trials}',
  stuckAfter: 'unusable after {trials}',
  interruptions: { aborted: 'abort', reopened: 'reopened', reloaded: 'reload', full: 'quota' },
  comma: ', ',
  interruption:
    'Cut off in the middle were transactions of 20 rows: by a value that cannot be stored, by the quota, and by a reload of the page while a worker held everything open: stores on sync handles may open only when the browser has ended that worker. Each store was closed and opened again, too.',
  missing: {
    no_sync_handles: 'no sync handles',
    no_shared_handles: 'no shared handles',
    no_create_writable: 'no createWritable',
    no_indexeddb: 'no IndexedDB',
    no_cache: 'no Cache API',
    page_only: 'on the page only',
  } satisfies Record<MissingReason, string>,
  sizes:
    'Saves and reads of 1 KiB; many saves: {rows} in one transaction; large value: {large}, write · read. Times are medians.',
  counted: 'Power cuts and syncs cannot be seen by a page. They were counted in {places}.',
} as const;
