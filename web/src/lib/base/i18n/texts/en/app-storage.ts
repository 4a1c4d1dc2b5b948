import type { CommitClass, MissingReason, UseId } from '@opfsmark/schema/families';

/** Storage for web apps, in English. */
export default {
  verdict: {
    title: 'Which storage for which app, on this device',
    one: '{names} was fastest',
    tied: '{names}: no clear difference between them,',
    among: 'among {count} that are {class}.',
    hint: 'Derived from the cells below by fixed rules. Another device or browser may give another answer.',
    rules: 'The rules, and how to dispute a number',
  },
  use: {
    notes: 'For a note-taking app:',
    sync: 'For offline-first sync:',
    analytics: 'For analytics:',
    files: 'For files:',
  } satisfies Record<UseId, string>,
  className: {
    ordered: 'synced in order',
    synced: 'synced, order unproven',
    unsynced: 'not synced',
  } satisfies Record<CommitClass, string>,
  class: {
    ordered: 'Class C: synced in order',
    synced: 'Class B: synced, order unproven',
    unsynced: 'Class A: not synced',
  } satisfies Record<CommitClass, string>,
  classHint: {
    ordered: 'All that was written for a put had been synced to the drive when the put was answered.',
    synced: 'Something was synced for each put, but not all that was written for it.',
    unsynced: 'Nothing was synced for a put. It survives a reload; after a power cut it may be gone.',
  } satisfies Record<CommitClass, string>,
  table: {
    contender: 'Storage',
    place: 'no. {place}',
    tie: 'no. {place}, tied',
    floor: 'not atomic: a floor, not ranked',
    hint: 'Time per put, update, read or scan of 100 rows, and per whole transaction or large value: the median of the loops and its interval. Places are given within a class only; a tie means that the intervals overlap. Bars run from 1 µs to 10 s, with a line for every factor of ten: shorter is better.',
  },
  facts: {
    caption: 'What was compared',
    status: 'Status',
    setting: 'Setting',
    library: 'Library',
    shipped: 'Download, gzip',
    syncColumn: 'Syncs per put',
    storageShare: 'Puts: time in storage',
    browser: 'built into the browser',
    syncs: '{count} per put (counted in {browser}, {os})',
    notCounted: 'not counted',
    failed: 'Failed: {detail}',
    hint: 'A page cannot see syncs. They were counted from outside, once per version of a browser. The time in storage is that of calls to sync access handles; other storage does not let a page count it.',
  },
  status: {
    done: 'Done; same checksum as the others',
    stopped: 'Not finished',
    failed: 'Failed',
    missing: 'Cannot run here',
  },
  missing: {
    no_sync_handles: 'Cannot run here: this browser has no sync access handles.',
    no_shared_handles: 'Cannot run here: this browser does not let two handles share a file.',
    no_create_writable: 'Cannot run here: this browser has no createWritable.',
    no_indexeddb: 'Cannot run here: this browser has no IndexedDB.',
    no_cache: 'Cannot run here: this browser has no Cache API.',
    page_only: 'Cannot run here: only the page itself has it, and would stand still while it is measured.',
  } satisfies Record<MissingReason, string>,
  survival: {
    column: 'Worker ended during a put',
    all: 'All {count} answered puts survived.',
    notOpened: 'Could not be opened again.',
    lost: '{count} answered puts were lost.',
    torn: '{count} values were half written.',
    damaged: '{count} older rows were damaged.',
  },
} as const;
