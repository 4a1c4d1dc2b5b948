import type { Translation } from '../shape.ts';
import type en from '../en/app-storage.ts';

export default {
  verdict: {
    title: 'このデバイスでは、どのアプリにどのストレージか',
    one: '{names} が最速でした',
    tied: '{names} に明確な差はありません',
    among: '({class}の {count} 種類で比較)。',
    hint: '下の表から、公開した規則で導いた結論です。デバイスやブラウザが違えば、答えも変わります。',
    rules: '規則と、数値への異議の申し立て方',
  },
  use: {
    notes: 'メモアプリ:',
    sync: 'オフラインファーストの同期:',
    analytics: '分析:',
    files: 'ファイル:',
  },
  className: {
    ordered: '順序どおり同期',
    synced: '同期あり・順序は未確認',
    unsynced: '同期なし',
  },
  class: {
    ordered: 'クラス C: 順序どおり同期',
    synced: 'クラス B: 同期あり・順序は未確認',
    unsynced: 'クラス A: 同期なし',
  },
  classHint: {
    ordered: 'put の完了が返った時点で、そのために書き込まれたデータはすべてドライブに同期されていました。',
    synced: 'put ごとに同期はありましたが、書き込まれたデータのすべてではありません。',
    unsynced: 'put で同期は行われません。再読み込みでは残りますが、停電の後は失われる可能性があります。',
  },
  table: {
    contender: 'ストレージ',
    place: '{place} 位',
    tie: '{place} 位タイ',
    floor: 'アトミックでないため順位なし (下限の目安)',
    hint: 'put、更新、読み込み、100 行のスキャンは 1 回あたり、トランザクションと大きな値は全体の時間です。ループの中央値とその区間です。順位は同じクラスの中だけで付けます。区間が重なればタイです。棒は 1 µs から 10 s までの対数目盛りで、線は 10 倍ごとです。短いほど高速です。',
  },
  facts: {
    caption: '比較の対象',
    status: '状態',
    setting: '設定',
    library: 'ライブラリ',
    shipped: 'ダウンロード量 (gzip)',
    syncColumn: 'put あたりの同期',
    storageShare: 'put のうちストレージの時間',
    browser: 'ブラウザに内蔵',
    syncs: 'put あたり {count} 回 ({browser}、{os} で計測)',
    notCounted: '未計測',
    failed: '失敗: {detail}',
    hint: 'ページから同期の回数は見えません。ブラウザのバージョンごとに、外側から数えました。ストレージの時間は、同期アクセスハンドルの呼び出しにかかった時間です。ほかのストレージでは、ページから数えられません。',
  },
  status: {
    done: '完了。チェックサムはすべて一致',
    stopped: '未完了',
    failed: '失敗',
    missing: 'ここでは実行できません',
  },
  missing: {
    no_sync_handles: 'ここでは実行できません。このブラウザには同期アクセスハンドルがありません。',
    no_shared_handles: 'ここでは実行できません。このブラウザでは、1 つのファイルを 2 つのハンドルで開けません。',
    no_create_writable: 'ここでは実行できません。このブラウザには createWritable がありません。',
    no_indexeddb: 'ここでは実行できません。このブラウザには IndexedDB がありません。',
    no_cache: 'ここでは実行できません。このブラウザには Cache API がありません。',
    page_only: 'ここでは実行できません。ページ本体だけで使え、測定中はページが止まってしまいます。',
  },
  survival: {
    column: 'put の途中で Worker を終了',
    all: '完了した put {count} 件はすべて残りました。',
    notOpened: '再び開けませんでした。',
    lost: '完了した put のうち {count} 件が失われました。',
    torn: '書きかけの値が {count} 件ありました。',
    damaged: '以前の行のうち {count} 件が壊れました。',
  },
} satisfies Translation<typeof en>;
