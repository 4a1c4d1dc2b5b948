import type { PictureWords } from './shape.ts';

const ja: PictureWords = {
  sustained: '持続書き込みでは {speed}',
  unknownDevice: '機種不明',
  score: {
    drive: 'ドライブスコア',
    none: {
      changed_parameters: 'スコアなし: プロファイルから変更されています',
      not_finished: 'スコアなし: 終わっていないテストがあります',
      profile_without_score: 'スコアなし: このプロファイルはドライブの一面だけを測ります',
      other_engine: 'スコアなし: ブラウザのストレージで測定していません',
      no_drive_reads: 'スコアなし: ドライブから読み込めなかったテストがあります',
      not_saved: 'スコアなし: 書き込みがドライブにフラッシュされていません',
    },
  },
  contenders: {
    title: 'アプリ用ストレージ: {browser}、{os}',
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
    empty: '3つのプロバイダーからの測定はまだありません',
    legend: 'OPFSMark: 1回あたりの時間の中央値。太字はクラス内の最速、または明らかな差のないもの。',
    counted: 'クラスは {os} の {browser} で計測。ほかのブラウザや OS では異なる場合があります。',
  },
};

export default ja;
