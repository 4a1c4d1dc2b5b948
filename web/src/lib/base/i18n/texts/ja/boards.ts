import type en from '../en/boards.ts';
import type { Translation } from '../shape.ts';

export default {
  metrics: {
    rnd4k_q1t1_write: {
      short: 'RND4K Q1 バースト書き込み (1回フラッシュ)',
      long: 'RND4K Q1 バースト書き込み (最後に1回フラッシュ)',
    },
    rnd4k_q32t1_write: {
      short: 'RND4K Q32 バースト書き込み (1回フラッシュ)',
      long: 'RND4K Q32 バースト書き込み (最後に1回フラッシュ)',
    },
    seq1m_q1t1_write: {
      short: 'SEQ1M Q1 バースト書き込み (1回フラッシュ)',
      long: 'SEQ1M Q1 バースト書き込み (最後に1回フラッシュ)',
    },
    seq1m_q8t1_write: {
      short: 'SEQ1M Q8 バースト書き込み (1回フラッシュ)',
      long: 'SEQ1M Q8 バースト書き込み (最後に1回フラッシュ)',
    },
    rnd4k_q1t1_read: { short: 'RND4K Q1 読み込み', long: 'RND4K Q1 読み込み (ドライブから)' },
    rnd4k_q32t1_read: { short: 'RND4K Q32 読み込み', long: 'RND4K Q32 読み込み (ドライブから)' },
    seq1m_q1t1_read: { short: 'SEQ1M Q1 読み込み', long: 'SEQ1M Q1 読み込み (ドライブから)' },
    seq1m_q8t1_read: { short: 'SEQ1M Q8 読み込み', long: 'SEQ1M Q8 読み込み (ドライブから)' },
    rnd4k_q1t1_memory: { short: 'RND4K Q1 読み込み (メモリー)', long: 'RND4K Q1 読み込み (メモリーから)' },
    rnd4k_q32t1_memory: { short: 'RND4K Q32 読み込み (メモリー)', long: 'RND4K Q32 読み込み (メモリーから)' },
    seq1m_q1t1_memory: { short: 'SEQ1M Q1 読み込み (メモリー)', long: 'SEQ1M Q1 読み込み (メモリーから)' },
    seq1m_q8t1_memory: { short: 'SEQ1M Q8 読み込み (メモリー)', long: 'SEQ1M Q8 読み込み (メモリーから)' },
    rnd4k_q1t1_buffered: { short: 'RND4K Q1 書き込み (バッファー)', long: 'RND4K Q1 書き込み (バッファー)' },
    rnd4k_q32t1_buffered: { short: 'RND4K Q32 書き込み (バッファー)', long: 'RND4K Q32 書き込み (バッファー)' },
    seq1m_q1t1_buffered: { short: 'SEQ1M Q1 書き込み (バッファー)', long: 'SEQ1M Q1 書き込み (バッファー)' },
    seq1m_q8t1_buffered: { short: 'SEQ1M Q8 書き込み (バッファー)', long: 'SEQ1M Q8 書き込み (バッファー)' },
    rnd4k_q1t1_flush: {
      short: 'RND4K Q1 書き込み (毎回フラッシュ)',
      long: 'RND4K Q1 書き込み (毎回フラッシュ、レイテンシーの中央値)',
    },
    rnd4k_q32t1_flush: {
      short: 'RND4K Q32 書き込み (毎回フラッシュ)',
      long: 'RND4K Q32 書き込み (毎回フラッシュ、レイテンシーの中央値)',
    },
    seq1m_q1t1_flush: {
      short: 'SEQ1M Q1 書き込み (毎回フラッシュ)',
      long: 'SEQ1M Q1 書き込み (毎回フラッシュ、レイテンシーの中央値)',
    },
    seq1m_q8t1_flush: {
      short: 'SEQ1M Q8 書き込み (毎回フラッシュ)',
      long: 'SEQ1M Q8 書き込み (毎回フラッシュ、レイテンシーの中央値)',
    },
    drive_score: { short: 'ドライブのスコア', long: 'ドライブのスコア' },
    app_feel_score: { short: 'アプリの体感のスコア', long: 'アプリの体感のスコア (メモリーからの読み込み)' },
    picked_seq_read: { short: 'シーケンシャル読み込み', long: 'シーケンシャル読み込み (1 MiB ずつ、メモリーから)' },
    picked_seq_write: { short: 'シーケンシャル書き込み', long: 'シーケンシャル書き込み (閉じるまで)' },
    picked_rnd_read: { short: 'ランダム読み込み', long: 'ランダム読み込み (4 KiB ずつ、メモリーから)' },
    picked_create: { short: 'ファイルの作成', long: '小さなファイルの作成' },
    picked_delete: { short: 'ファイルの削除', long: '小さなファイルの削除' },
    picked_file_read: {
      short: '選んだファイル、シーケンシャル読み込み',
      long: '選んだファイルのシーケンシャル読み込み (16 MiB ずつ)',
    },
    picked_file_wait: {
      short: '選んだファイル、ドライブの時間',
      long: '選んだファイルの 4 KiB 読み込みにドライブがかける時間',
    },
    app_put_opfs_sync: { short: 'OPFS 同期ハンドル 保存', long: 'OPFS 同期ハンドル: 1 KiB を1件ずつ保存' },
    app_put_idb_strict: { short: 'IndexedDB strict 保存', long: 'IndexedDB strict: 1 KiB を1件ずつ保存' },
    app_put_idb_strict_leveldb: {
      short: 'IndexedDB strict (LevelDB) 保存',
      long: 'IndexedDB strict (LevelDB): 1 KiB を1件ずつ保存',
    },
    app_put_idb_strict_sqlite: {
      short: 'IndexedDB strict (SQLite) 保存',
      long: 'IndexedDB strict (SQLite): 1 KiB を1件ずつ保存',
    },
    app_put_dexie_strict: { short: 'Dexie strict 保存', long: 'Dexie strict: 1 KiB を1件ずつ保存' },
    app_put_dexie_strict_leveldb: {
      short: 'Dexie strict (LevelDB) 保存',
      long: 'Dexie strict (LevelDB): 1 KiB を1件ずつ保存',
    },
    app_put_dexie_strict_sqlite: {
      short: 'Dexie strict (SQLite) 保存',
      long: 'Dexie strict (SQLite): 1 KiB を1件ずつ保存',
    },
    app_put_sahpool: { short: 'SQLite opfs-sahpool 保存', long: 'SQLite opfs-sahpool: 1 KiB を1件ずつ保存' },
    app_put_sahpool_wal: {
      short: 'SQLite opfs-sahpool (WAL) 保存',
      long: 'SQLite opfs-sahpool (WAL): 1 KiB を1件ずつ保存',
    },
    app_put_coop: { short: 'wa-sqlite OPFSCoopSync 保存', long: 'wa-sqlite OPFSCoopSync: 1 KiB を1件ずつ保存' },
    app_put_write_ahead: {
      short: 'wa-sqlite OPFSWriteAhead 保存',
      long: 'wa-sqlite OPFSWriteAhead: 1 KiB を1件ずつ保存',
    },
    app_read_opfs_sync: { short: 'OPFS 同期ハンドル 読み込み', long: 'OPFS 同期ハンドル: 1 KiB をキーで読み込み' },
    app_read_idb_strict: { short: 'IndexedDB strict 読み込み', long: 'IndexedDB strict: 1 KiB をキーで読み込み' },
    app_read_idb_strict_leveldb: {
      short: 'IndexedDB strict (LevelDB) 読み込み',
      long: 'IndexedDB strict (LevelDB): 1 KiB をキーで読み込み',
    },
    app_read_idb_strict_sqlite: {
      short: 'IndexedDB strict (SQLite) 読み込み',
      long: 'IndexedDB strict (SQLite): 1 KiB をキーで読み込み',
    },
    app_read_dexie_strict: { short: 'Dexie strict 読み込み', long: 'Dexie strict: 1 KiB をキーで読み込み' },
    app_read_dexie_strict_leveldb: {
      short: 'Dexie strict (LevelDB) 読み込み',
      long: 'Dexie strict (LevelDB): 1 KiB をキーで読み込み',
    },
    app_read_dexie_strict_sqlite: {
      short: 'Dexie strict (SQLite) 読み込み',
      long: 'Dexie strict (SQLite): 1 KiB をキーで読み込み',
    },
    app_read_sahpool: { short: 'SQLite opfs-sahpool 読み込み', long: 'SQLite opfs-sahpool: 1 KiB をキーで読み込み' },
    app_read_sahpool_wal: {
      short: 'SQLite opfs-sahpool (WAL) 読み込み',
      long: 'SQLite opfs-sahpool (WAL): 1 KiB をキーで読み込み',
    },
    app_read_coop: { short: 'wa-sqlite OPFSCoopSync 読み込み', long: 'wa-sqlite OPFSCoopSync: 1 KiB をキーで読み込み' },
    app_read_write_ahead: {
      short: 'wa-sqlite OPFSWriteAhead 読み込み',
      long: 'wa-sqlite OPFSWriteAhead: 1 KiB をキーで読み込み',
    },
    sustained_write: {
      short: '持続書き込み',
      long: '持続書き込み: 最大 16 GiB 書き込んだあとの速度',
    },
  },

  units: {
    bytes_per_s: 'MB/s',
    iops: 'IOPS',
    files_per_s: 'ファイル/秒',
    ns: 'レイテンシー',
    points: '点',
  },

  board: {
    title: 'ランキング',
    intro: '{metric}: 直近24か月の全ネットワークの中央値。帯は 95 % 信頼区間、ネットワークが6未満なら全体の範囲です。',
    by: '分類',
    byDevice: '機種別',
    byDrive: 'ドライブ別',
    byInterface: 'インターフェース別',
    byFilesystem: 'ファイルシステム別',
    byBrowser: 'ブラウザ別',
    byOs: 'OS 別',
    layout: '測定方法',
    client: 'ブラウザと OS',
    anyClient: 'すべて',
    apply: '表示',
    filters: '絞り込み',
    rank: '#',
    subject: {
      device: '機種',
      drive: 'ドライブ',
      interface: 'インターフェース',
      filesystem: 'ファイルシステム',
      browser: 'ブラウザ',
      os: 'OS',
    },
    filesystem: 'ファイルシステム',
    interval: '区間',
    intervalText: '{low}～{high}',
    range: '{count}ネットワークの範囲',
    p99: 'p99',
    networks: 'ネットワーク数',
    networksMeans:
      '結果を公開したネットワーク (家庭や職場など) の数です。台数によらず1ネットワーク1票で、値は機器の中央値です。',
    barsMean:
      '棒は中央値で、対数目盛です。線1本ごとに10倍になります。濃い部分は中央値の 95 % 信頼区間です。ネットワークが6未満なら全体の範囲です。',
    runs: '測定数',
    oneRun: '1件の結果',
    rangeOfRuns: '{count}件の範囲',
    noPlace: 'まだ掲載はありません。下の結果はどれも、掲載に必要な情報がそろっていません。',
    noneConfirmed: '確認済みの結果はまだありません。「確認済みのみ」を外すと、掲載中の結果がすべて表示されます。',
    confirmedOnly: '確認済みのみ',
    unconfirmedPlace: '未確認・{position}番目',
    unconfirmedPlaceOf: '未確認・{total}件中{position}番目',
    unconfirmedHint:
      '未確認の結果は、値の順に並びますが順位は付きません。一人で順位を作れないように、順位には、3つのプロバイダーからの、公開から1週間たった結果が必要です。',
    unusual: '特に速い結果 (確認待ち)',
    unusualHint:
      '確認済みのどの値よりも大幅に速い結果です (確認済みの値がない間は、ほかの多くの結果よりも大幅に速いもの)。管理者が確認するか、多くのプロバイダーで数週間にわたって同じような結果が出るまで、掲載順には入らず、集計もしません。',
    recent: '最近の結果 (未確認)',
    recentHint:
      '新しい順です。暫定の結果です。一人で順位を作れないように、順位には、3つのプロバイダーからの、公開から1週間たった結果が必要です。',
    placeless: '最近の結果 (掲載対象外)',
    placelessHint: '新しい順です。順位の集計には入りません。理由は「状態」に示します。',
    state: '状態',
    counts: '順位の集計に入る',
    fromDrive: 'ドライブから読み込み',
    fromMemory: '一部またはすべてメモリーから',
    suspected: {
      memory_backed: 'メモリーの疑い、順位の対象外',
      flush_does_nothing: 'フラッシュが働かず、順位の対象外',
    },
    tied: '明らかな差がないため同順位',
    latest: '代表的な結果',
    empty: 'このランキングにはまだ結果がありません。',
    emptyNext: '測定して、最初の結果を公開してみませんか。',
    down: '今はランキングに接続できません。',
    downNext: '測定は接続がなくてもできます。少し待ってもう一度試してください。',
    more: '次のページ',
    updated: '{time} 現在',
    groups: '学級や職場の機器を比べる',
    pickedHint:
      '選んだフォルダー用の API で測った値です。同期ハンドルより遅いため、同期ハンドルの結果とは比較しません。「上限」は同じブラウザがメモリー上で出した値です。上限に近い値は、ドライブではなくブラウザの速さを表します。',
    pickedFileHint:
      '測定前からあったファイルを読み込みます。ブラウザ自身より明らかに遅い値、つまりドライブからの値だけを載せています。',
    ceiling: '上限 {value}',
    ceilingHint: '代表的な結果で、同じブラウザが同じ呼び出しをメモリー上で行ったときの値',
  },

  test: 'テスト',
  find: {
    device: {
      label: '機種を探す',
      hint: '機種名',
      found: '名前に「{text}」を含む機種',
      notFound: '名前に「{text}」を含む機種の結果はありません。',
    },
    drive: {
      label: 'ドライブを探す',
      hint: 'ドライブの型番',
      found: '名前に「{text}」を含むドライブ',
      notFound:
        '名前に「{text}」を含むドライブは、このランキングにありません (順位のあるものは上位500件から探します)。',
    },
    unconfirmed: '未確認',
  },
  anyFilesystem: 'すべて',
  ranked: '順位あり',
  first: '最初のページ',
  layouts: {
    shared: '全ワーカーで1ファイル',
    'per-worker': 'ワーカーごとに1ファイル',
    node: 'コマンドライン (Node.js)',
    'node-direct': 'コマンドライン、ダイレクト I/O',
    'picked-folder': '選んだフォルダー',
    'picked-file': '選んだファイル',
    'app-storage': 'アプリ用ストレージ',
    sustained: '持続書き込み',
  },
  modelTitle: '{name}: ストレージの測定結果',
  models: {
    device: {
      intro: 'この機種の測定結果です。1つのネットワークは1回だけ数えます。',
      pending:
        '新しい機種です。3つのプロバイダーからの結果が公開から1週間たつか、管理者が承認するまで、未確認として載ります。アプリ用ストレージには機種別の順位がないため、その結果は数えません。',
      notKnown: 'この機種の結果はありません',
    },
    drive: {
      intro: 'このモデルのドライブの測定結果です。1つのネットワークは1回だけ数えます。',
      pending:
        '新しいドライブです。3つのプロバイダーからの結果が公開から1週間たつか、管理者が承認するまで、未確認として載ります。',
      notKnown: 'このドライブの結果はありません',
    },
  },
  filesystemTitle: '{filesystem}: ストレージの測定結果',
  filesystemIntro: 'このファイルシステムの測定結果を、OS と機種ごとに集計しています。',
  notKnownFilesystem: 'そのようなファイルシステムはありません',
  notKnownNext: '名前の表記を確認してください。まだ結果が公開されていない可能性もあります。',
  toBoard: 'ランキングへ',
  metric: '項目',
  show: '表示',
  distribution: '分布: {metric}',
  distributionOf: '{metric}、{part}',
  distributionHint: '値ごとのネットワーク数です。棒の幅は 2 %、線は中央値、帯は 95 % 信頼区間です。',
  distributionRange: '値ごとのネットワーク数です。棒の幅は 2 %、線は中央値、帯は{range}です。',
  noDistribution: 'この項目には順位の付く結果がまだありません。',
  value: '値',
  networks: 'ネットワーク数',
  summary: '中央値と四分位',
  median: '中央値',
  interval: '区間',
  quartiles: '四分位範囲',
  figure: '項目',
  runs: '最新の結果',
  noRuns: 'まだ結果が公開されていません。',
  when: '日時',
  device: '機種',
  filesystem: 'ファイルシステム',
  client: 'ブラウザと OS',
  profile: 'テスト',
  full: 'フル',
  result: '結果',
  compare: '比較',
  compareAll: '最新の{count}件を比較',
  unsaid: '指定なし',
  cross: 'ブラウザーと OS 別',
  crossHint: '下に示す最新の結果の中央値です。括弧内は件数です。',
  of: '{value} ({runs})',
  unranked: '順位の対象外',

  standing: {
    standing: '位置づけ',
    standingOf: '{test}: {value}',
    standingFaster: '{networks}ネットワークの {share} より高速',
    standingFew: 'まだ{networks}ネットワークなので判断できません',
    standingFilesystem: '{os} の {filesystem}',
    standingRank: '機種の中で{rank}位',
    standingTied: '機種の中で{rank}位 (同順位あり)',
    standingListed: '機種の中で値の順に{position}番目 (未確認)',
    standingListedOf: '機種{total}件中{position}番目 (未確認)',
    sustained: '持続書き込み',
    sustainedOf: '最大 16 GiB 書き込んだあとの値は {value} ({networks}ネットワークの中央値) で、この結果はバーストです',
    standingFirst: '比較できる結果はまだありません。',
  },

  whyUnranked: {
    title: '公開されていますが、順位は付きません',
    reasons: {
      no_ticket: {
        why: '測定を始めたときにこのサイトへ接続できませんでした。',
        next: 'オンラインの状態で測ってください。グループに入れないかぎり、この結果は30日後に削除されます。',
      },
      other_origin: {
        why: '測定を始めたときと公開したときで、インターネット接続業者が違います。',
        next: '同じネットワークで測定して公開してください。',
      },
      wrong_date: {
        why: '機器の時計が1日以上ずれていました。',
        next: '時計を合わせて測り直してください。',
      },
      changed_plan: {
        why: 'テストの設定が変更されています。',
        next: 'テストを選び、設定を変えずに測ってください。',
      },
      missing_jobs: {
        why: 'テストが最後まで終わっていません。',
        next: '最後まで測ってください。',
      },
      missing_passes: {
        why: 'テストに含まれる測定の一部がありません。',
        next: 'このサイトの最新版で測り直してください。',
      },
      short_passes: {
        why: '決められた時間より早く終わった測定があります。',
        next: '最後まで測ってください。',
      },
      missing_floors: {
        why: 'ドライブを使わない読み込みの時間が測られていません。',
        next: 'このサイトの最新版で測り直してください。',
      },
      floors_differ: {
        why: 'メモリーからの読み込みが、測定の始めに行った同じ読み込みの2倍を超えて遅くなりました。',
        next: 'ほかのアプリを閉じて測り直してください。',
      },
      missing_fill: {
        why: 'テスト用ファイルの書き込みが終わっていません。',
        next: '最初から測り直してください。',
      },
      not_verified: {
        why: '読み込んだ内容が、書き込んだ内容と照合されていません。',
        next: 'このサイトの最新版で測り直してください。',
      },
      stood_still: {
        why: '測定中にパソコンまたはブラウザが停止し、測り直せない部分がありました。',
        next: 'パソコンがスリープしないようにして測り直してください。',
      },
      unknown_core: {
        why: 'このサイトが公開したバージョンの測定エンジンで測られていません。',
        next: 'ページを再読み込みして測り直してください。',
      },
      unknown_environment: {
        why: 'ブラウザ、OS、時計、フラッシュの方法の組み合わせが、知られているどの環境とも一致しません。',
        next: '最新のブラウザで、ページに見える情報を変える拡張機能を切って測ってください。',
      },
      copied_passes: {
        why: '1回の呼び出しまで同じ測定が2つあります。',
        next: '測定した記録をそのまま公開してください。',
      },
      impossible_clock: {
        why: 'このブラウザの時計では表せない時間が含まれています。',
        next: '拡張機能や設定で時計が変わっていないブラウザで測ってください。',
      },
      idle_worker: {
        why: 'ワーカーの呼び出しの合計が、測った時間に足りません。',
        next: 'ほかのアプリを閉じて測り直してください。',
      },
      latencies_differ: {
        why: '1回ずつ測った時間と、まとめて測った時間が大きく違います。',
        next: 'ほかのアプリを閉じて測り直してください。',
      },
      faster_than_memory: {
        why: 'メモリー内のコピーより短い時間で終わった呼び出しがあります。',
        next: '拡張機能や設定で時計が変わっていないブラウザで測ってください。',
      },
      faster_than_interface: {
        why: '申告されたインターフェースの限界より速い値です。',
        next: 'ドライブのインターフェースを確かめ、測り直して公開してください。',
      },
      unexplained_drive_reads: {
        why: 'メモリーにあるファイルの読み込みに、ドライブからと同じくらい時間がかかりました。',
        next: 'メモリーの空きを増やして測り直してください。',
      },
      faster_than_ceiling: {
        why: '選んだフォルダーが、同じブラウザのメモリー内より速くなりました。',
        next: 'ほかのアプリを閉じて測り直してください。',
      },
      unusual: {
        why: 'それまでに確認されたどの値よりも大幅に速い結果です。',
        next: '管理者が確認するか、多くのプロバイダーで数週間にわたって同じような結果が出ると、集計に入ります。',
      },
    },
  },
} satisfies Translation<typeof en>;
