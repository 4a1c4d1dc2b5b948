import type { Translation } from '../../shape.ts';
import type en from '../../en/common/setup.ts';

export default {
  context: {
    otherDrive: '別のドライブを測る',
    label: '測定の対象',
    drive: 'このブラウザのドライブ',
    isolated: '分離済み',
    notIsolated: '分離されていません',
    clock: '時計の刻み {step}',
    layoutShared: '1つのファイルを共有',
    layoutPerWorker: 'ワーカーごとに1ファイル',
    detecting: 'ブラウザを確認しています…',
    demonstration: 'デモ: 架空のドライブです。表示される数値はこのコンピューターとは関係ありません。',
    memory: 'ドライブを使わない測定です。表示される数値はこのコンピューターのストレージとは関係ありません。',
  },

  profile: {
    label: 'プロファイル',
    quick: 'クイック',
    default: '標準',
    nvme: 'NVMe',
    peak: 'ピーク性能',
    'real-world': '実使用性能',
    demo: 'デモ',
    adm4: 'ADM 4',
    adm25: 'ADM 2.5',
    'as-ssd': 'AS SSD',
  },

  control: {
    label: '操作',
    run: '実行',
    runAgain: 'もう一度実行',
    stop: '停止',
    stopping: '停止しています…',
    checking: 'ブラウザを確認しています…',
    size: 'ファイルサイズ',
    estimate: '約 {time}。ドライブに最大 {bytes} を書き込みます。',
    private: '公開するまで、結果はこのコンピューターの外に出ません。',
    changed: '標準の「{profile}」からの変更: {parameters}。',
    reset: '標準に戻す',
    capped: '{row} が求めるワーカーは {asked} ですが、上限の {workers} で実行します。',
    wrote: '{bytes} を書き込みました ({time})。',
    stopped: '停止しました。終わったテストの結果は残っています。',
    linkProblems: 'このリンクには使えない指定があります。代わりに標準の値を使います。',
    linkProblem: '{parameter}={value}',
  },

  cache: {
    label: 'キャッシュ',
    'as-is': 'そのまま',
    cold: 'コールドリード',
    deep: 'ディープ',
    coldHint:
      'メモリーではなくドライブから読み込みます。今ファイルを書き込み、コンピューターを再起動してから、このページに戻ってください。同じブロックを2回読むことはありません。',
    deepHint:
      'メモリーに収まらないファイルを読み込みます。このコンピューターのメモリーの2倍以上のサイズを選んでください。{memory}同じブロックを2回読むことはありません。',
    deepMemory: 'ブラウザの申告は {gib} GiB ですが、丸めと上限があるため、実際はそれより多いことがあります。',
    deepMemoryUnknown: 'ブラウザはメモリーの容量を申告していません。',
    agree: 'ドライブに {bytes} を書き込む',
    prepare: '準備',
    prepareEstimate:
      'ドライブに {bytes} を書き込みます (約 {time})。その後、コンピューターを再起動して戻ってください。',
    waits: '準備したファイル ({size}) があります',
    waitsSince:
      '書き込み日時: {date}。コンピューターの再起動後に読み込んでください。再起動前は大部分がメモリーに残っています。',
    run: 'コールドリードを実行',
    discard: '破棄',
  },

  customise: { title: 'カスタマイズ' },
  parameter: {
    rows: 'テスト',
    directions: '方向',
    mix_read_percent: '読み込みの割合',
    file_bytes: 'ファイルサイズ',
    loops: '回数',
    limit_s: '制限時間',
    interval_s: '休止',
    data: 'データ',
    seed: 'シード',
    verify: '検証',
    until_stable: '安定するまで',
    revisit: '再訪問',
    cache: 'キャッシュ',
  },
} satisfies Translation<typeof en>;
