import type { Translation } from '../report.ts';
import type en from './en.ts';
import { STORES } from './stores.ts';

export default {
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
  rule: 'アトミックで、停電 (メモ、同期、ファイル)、2つのタブからの書き込み (メモ、同期)、ワーカーの強制終了 (すべて) で何も失わなかったもののうち、1回の利用にかかる時間が最短の2倍以内で、ダウンロード量の最も少ないものです。同じなら停電に耐えるもの、次に表で先にあるものです。',
  caption: 'ストレージごとの事実',
  columns: {
    store: 'ストレージ',
    powerCut: '停電',
    twoTabs: '2つのタブ',
    killed: 'ワーカーの強制終了',
    interrupted: 'トランザクションの中断',
    syncs: '保存あたりの同期',
    open: 'コールドオープン',
    save: '1件の保存',
    batch: 'まとめて保存',
    read: '読み込み',
    large: '大きな値',
    shipped: 'ダウンロード量',
  },
  notAtomic: '{store} (アトミックではない)',
  left: '{count}件中{lost}件消失',
  leftDamaged: '{count}件中{lost}件消失、{damaged}件破損',
  unopened: '再び開けない',
  notCounted: '未計測',
  tabs: { shared: '両方が書き込める', waits: '2つ目は待つ', refused: '2つ目は開けない' },
  whole: 'すべてか、なしか',
  wholeLater: 'すべてか、なしか。再読み込みの直後は開けない',
  broken: '一部が残る: {trials}',
  interruptions: { aborted: '中止', reopened: '開き直し', reloaded: 'ページの再読み込み', full: '容量制限' },
  comma: '、',
  interruption:
    '20件のトランザクションを途中で中断しました。保存できない値、容量制限、ワーカーがすべてを開いたままのページの再読み込みによるものです。閉じて開き直す試験も行いました。',
  failed: '失敗: {detail}',
  missing: 'このブラウザにはない',
  sizes:
    '保存と読み込みは 1 KiB、まとめて保存は{rows}件を1トランザクション、大きな値は {large} の書き込み · 読み込みです。時間は中央値です。',
  counted: '停電と同期の回数は、ページからは見えません。{places} で数えました。',
} satisfies Translation<typeof en>;
