import type { CommitClass } from '../../families/index.ts';

/** What pictures say beside the answer. They are drawn by the service, so no page loads these words. */
export default {
  /** The table of storage for apps, for a README. */
  contenders: {
    title: 'Storage for apps: {browser}, {os}',
    contender: 'Storage',
    put: 'Save 1 KiB',
    read: 'Read 1 KiB',
    networks: 'Networks',
    classes: {
      ordered: 'Class C: synced in order',
      synced: 'Class B: synced, order unproven',
      unsynced: 'Class A: not synced',
    } satisfies Record<CommitClass, string>,
    engines: { leveldb: 'in LevelDB', sqlite: 'in SQLite' },
    floor: 'not ranked',
    /** Where nothing is confirmed. */
    empty: 'Not yet measured by three networks on two days',
    legend: 'OPFSMark: median time per operation. Bold: fastest of its class, or no clear difference.',
    /** The browser and system in which the classes were determined. */
    counted: 'Classes determined in {browser} on {os}. Other browsers and systems may differ.',
  },
};
