import type { AppEngine } from '@opfsmark/schema/boards';
import type { CommitClass, ContenderId } from '@opfsmark/schema/families';
import type { Spoken } from '../figures/languages.ts';

export interface ContenderWords {
  readonly title: (browser: string, os: string) => string;
  readonly contender: string;
  readonly put: string;
  readonly read: string;
  readonly networks: string;
  readonly classes: Readonly<Record<CommitClass, string>>;
  readonly engines: Readonly<Record<Exclude<AppEngine, 'own'>, string>>;
  readonly floor: string;
  /** Where nothing is confirmed. */
  readonly empty: string;
  readonly legend: string;
  /** The browser and system in which the classes were determined. */
  readonly counted: (browser: string, os: string) => string;
  /** Names of the leaderboard page where they differ from those of other pictures. */
  readonly names: Readonly<Partial<Record<ContenderId, string>>>;
}

const LIBRARY_NAMES: ContenderWords['names'] = {
  sahpool: 'SQLite opfs-sahpool',
  'sahpool-wal': 'SQLite opfs-sahpool (WAL)',
  coop: 'wa-sqlite OPFSCoopSync',
  'write-ahead': 'wa-sqlite OPFSWriteAhead',
};

export const CONTENDER_WORDS: Readonly<Record<Spoken, ContenderWords>> = {
  en: {
    title: (browser, os) => `Storage for apps: ${browser}, ${os}`,
    contender: 'Storage',
    put: 'Save 1 KiB',
    read: 'Read 1 KiB',
    networks: 'Networks',
    classes: {
      ordered: 'Class C: synced in order',
      synced: 'Class B: synced, order unproven',
      unsynced: 'Class A: not synced',
    },
    engines: { leveldb: 'in LevelDB', sqlite: 'in SQLite' },
    floor: 'not ranked',
    empty: 'Not yet measured by three networks on two days',
    legend: 'OPFSMark: median time per operation. Bold: fastest of its class, or no clear difference.',
    counted: (browser, os) => `Classes determined in ${browser} on ${os}. Other browsers and systems may differ.`,
    names: LIBRARY_NAMES,
  },
  ja: {
    title: (browser, os) => `アプリ用ストレージ: ${browser}、${os}`,
    contender: 'ストレージ',
    put: '1 KiB の保存',
    read: '1 KiB の読み込み',
    networks: 'ネットワーク',
    classes: {
      ordered: 'クラス C: 順序どおり同期',
      synced: 'クラス B: 同期あり・順序は未確認',
      unsynced: 'クラス A: 同期なし',
    },
    engines: { leveldb: 'LevelDB', sqlite: 'SQLite' },
    floor: '順位なし',
    empty: '3つのネットワークからの2日にわたる測定はまだありません',
    legend: 'OPFSMark: 1回あたりの時間の中央値。太字はクラス内の最速、または明らかな差のないもの。',
    counted: (browser, os) => `クラスは ${os} の ${browser} で計測。ほかのブラウザや OS では異なる場合があります。`,
    names: { ...LIBRARY_NAMES, 'opfs-sync': 'OPFS 同期ハンドル' },
  },
};
