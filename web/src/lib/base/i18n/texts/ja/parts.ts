import type { Translation } from '../shape.ts';
import type en from '../en/parts.ts';

export default {
  read: '読み込み',
  write: '書き込み',
  ll_512k: 'LL、512 KiB',
  ll_4k: 'LL、4 KiB',
  hl_4k: 'HL、4 KiB',
  none: 'フラッシュなし',
  end: '最後にフラッシュ',
  each: '書き込みごとにフラッシュ',
  bulk: '行の挿入、1 トランザクション',
  single: '行の挿入、1 行ずつ',
  reads: 'キーによる読み出し',
  'opfs-sync': 'OPFS 同期ハンドル',
  'opfs-writable': 'OPFS createWritable / Blob',
  'idb-relaxed': 'IndexedDB relaxed',
  'idb-strict': 'IndexedDB strict',
  cache: 'Cache',
  ceiling: 'ブラウザの上限:',
  picked: '選んだ場所:',
  seq_read: '順に読み出し',
  rnd_read: 'ランダム読み出し',
  create: 'ファイルの作成',
} satisfies Translation<typeof en>;
