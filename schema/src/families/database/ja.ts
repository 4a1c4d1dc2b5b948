import type { Translation } from '../report.ts';
import type en from './en.ts';

export default {
  about: 'SQLite の速さは？まとめての挿入、1行ずつの挿入、キーによる読み込みと、ストレージ待ちの割合を測ります。',
  names: {
    bulk: '行の挿入、1トランザクション',
    single: '行の挿入、1行ずつコミット',
    reads: 'キーによる読み込み',
  },
  rows: '行数',
  wait: 'ストレージ待ち',
  compute: '計算',
  chart: '時間の内訳',
  calls: 'ストレージの呼び出し',
  reading: '読み込み',
  writing: '書き込み',
  flushing: 'フラッシュ',
  other: 'その他',
  setting: 'SQLite {version} (opfs-sahpool)、ページサイズ {page}、最終サイズ {size}。',
  verified: '{rows}行を検証しました。',
} satisfies Translation<typeof en>;
