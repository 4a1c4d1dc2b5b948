import type { Translation } from '../report.ts';
import type en from './en.ts';
import { STORES } from './stores.ts';

export default {
  about:
    'Web アプリにはどのストレージがよいか？同じ行を OPFS、IndexedDB、Dexie、SQLite で読み書きし、永続性の保証が同じもの同士だけを比べます。途中で一度ページを再読み込みし、データが残るかどうかも確かめます。',
  names: {
    ...STORES.ja,
    open: 'コールドオープン',
    put: 'put',
    'put-batch': 'put (1トランザクション)',
    read: '読み込み',
    scan: 'スキャン',
    update: '更新',
    delete: '削除',
    'blob-write': '大きな値の書き込み',
    'blob-read': '大きな値の読み込み',
  },
  uses: {
    notes: 'メモ: {store}',
    sync: 'オフライン同期: {store}',
    analytics: '分析: {store}',
    files: 'ファイル: {store}',
  },
  none: '該当なし',
  rule: 'アトミックで、停電 (メモ、同期、ファイル)、2つのタブからの書き込み (メモ、同期)、ワーカーの強制終了 (すべて) で何も失わず、その後も使えたもののうち、1回の利用にかかる時間が最短の2倍以内で、ダウンロード量の最も少ないものです。同じなら停電に耐えるもの、次に表で先にあるものです。',
  caption: 'ストレージごとの事実',
  columns: {
    store: 'ストレージ',
    powerCut: '停電',
    twoTabs: '2つのタブ',
    killed: 'ワーカー終了',
    interrupted: '中断',
    syncs: '保存あたりの同期',
    open: 'コールドオープン',
    save: '1件の保存',
    batch: 'まとめて保存',
    read: '読み込み',
    large: '大きな値',
    shipped: 'ダウンロード',
  },
  notAtomic: '{store} (非アトミック)',
  left: '{lost}/{count}件消失',
  damaged: '{damaged}件破損',
  leftDamaged: '{lost}/{count}件消失、{damaged}件破損',
  unopened: '再び開けない',
  notCounted: '未計測',
  tabs: { shared: '両方書ける', waits: '2つ目は待つ', refused: '1つだけ' },
  whole: '全か無か',
  half: '一部が残る',
  halfAfter: '一部が残る: {trials}',
  stuckAfter: '{trials}の後は使えない',
  interruptions: { aborted: '中止', reopened: '開き直し', reloaded: '再読み込み', full: '容量制限' },
  comma: '、',
  interruption:
    '20件のトランザクションを途中で中断しました。保存できない値、容量制限、ワーカーがすべてを開いたままのページの再読み込みによるものです。同期ハンドルを使うストレージは、ブラウザがそのワーカーを終了するまで開けないことがあります。閉じて開き直す試験も行いました。',
  missing: {
    no_sync_handles: '同期ハンドルなし',
    no_shared_handles: '共有ハンドルなし',
    no_create_writable: 'createWritable なし',
    no_indexeddb: 'IndexedDB なし',
    no_cache: 'Cache API なし',
    page_only: 'ページ本体のみ',
  },
  sizes:
    '保存と読み込みは 1 KiB、まとめて保存は{rows}件を1トランザクション、大きな値は {large} の書き込み · 読み込みです。時間は中央値です。',
  counted: '停電と同期の回数は、ページからは見えません。{places} で数えました。',
} satisfies Translation<typeof en>;
