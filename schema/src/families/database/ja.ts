import type { Translation } from '../report.ts';
import type en from './en.ts';

export default {
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
  about: 'SQLite {version} (opfs-sahpool)、ページサイズ {page}、最終サイズ {size}。',
  verified: '{rows}行を検証しました。',
} satisfies Translation<typeof en>;
