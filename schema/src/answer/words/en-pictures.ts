import type { CommitClass, ScoreRefusal } from '../../families/index.ts';

/** What pictures say beside the answer. They are drawn by the service, so no page loads these words. */
export default {
  sustained: 'Sustained write: {speed} in the long run',
  /** Where no letter of its name can be drawn. */
  unknownDevice: 'Unknown device',
  score: {
    drive: 'Drive score',
    none: {
      changed_parameters: 'No score: the profile was changed',
      not_finished: 'No score: not every test was finished',
      profile_without_score: 'No score: this profile covers only part of a drive',
      other_engine: 'No score: not measured in a browser’s storage',
      no_drive_reads: 'No score: not every test was read from the drive',
      not_saved: 'No score: the writes were not flushed to a drive',
    } satisfies Record<ScoreRefusal['reason'], string>,
  },
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
    empty: 'Not yet measured through three providers',
    legend: 'OPFSMark: median time per operation. Bold: fastest of its class, or no clear difference.',
    /** The browser and system in which the classes were determined. */
    counted: 'Classes determined in {browser} on {os}. Other browsers and systems may differ.',
  },
};
