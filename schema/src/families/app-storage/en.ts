import { STORES } from './stores.ts';

/** What the family's figures are called, in English: the shape that each other language must have. */
export default {
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
  rule: 'Named is the shortest session of those that lost nothing: in a power cut (notes, sync, files), with two tabs writing (notes, sync), when a worker was killed (all). If others take at most a quarter longer, the smallest download.',
  caption: 'Facts by storage',
  columns: {
    store: 'Storage',
    powerCut: 'Power cut',
    twoTabs: 'Two tabs',
    killed: 'Worker killed',
    syncs: 'Syncs per save',
    open: 'Cold open',
    save: 'One save',
    batch: 'Many saves',
    read: 'Read',
    large: 'Large value',
    shipped: 'Download',
  },
  left: '{lost} of {count} lost',
  leftDamaged: '{lost} of {count} lost, {damaged} damaged',
  unopened: 'does not open again',
  notCounted: 'not counted',
  tabs: { shared: 'both write', waits: 'second waits', refused: 'second cannot open' },
  failed: 'failed: {detail}',
  missing: 'not in this browser',
  sizes:
    'Saves and reads of 1 KiB; many saves: {rows} in one transaction; large value: {large}, write · read. Times are medians.',
  counted: 'Power cuts and syncs cannot be seen by a page. They were counted in {places}.',
} as const;
