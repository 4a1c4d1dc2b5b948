import type { Translation } from '../shape.ts';
import type en from '../en/progress.ts';

export default {
  progress: {
    label: '進行状況',
    left: '残り{time}',
    almostDone: 'まもなく終了',
    measuring: '{family}: 測定中',
    resumed: '{family}: 再読み込み後、測定を続けています',
    starting: '開始しています',
    preparing: 'ワーカーを起動しています',
    filling: 'ファイルを作成しています',
    forgetting: 'テストファイルをメモリーから追い出しています',
    verifying: '{test}、読み込んだ内容を検証中',
    resting: '{test}、測定前の休止中',
    cleaning: 'ファイルを削除しています',
    warmUp: '{test}、ウォームアップ',
    loop: '{test}、ループ {loop}/{loops}',
    latency: '{test}、レイテンシー',
    flushEach: '{test}、毎回フラッシュ',
    announceStarted: '測定を開始しました。約{time}かかります。',
    announceResumed: 'ページを再読み込みし、測定を続けています。',
    announceRow: '{test}: {value}',
    announceDone: '測定が終わりました。',
    announceStopped: '測定を停止しました。',
  },

  live: {
    throughput: 'スループット',
    throughputOf: '{test} (MB/s)',
    idle: 'テスト中にグラフが表示されます。',
    chart: 'このテストの直近{seconds}秒間のスループット (MB/s)。現在 {value}',
  },

  iostat: {
    label: 'iostat 形式',
    reads: 'r/s',
    writes: 'w/s',
    readMbs: 'rMB/s',
    writeMbs: 'wMB/s',
    await: 'await',
    queue: 'aqu-sz',
    util: '%util',
    readsTitle: '毎秒の読み込み回数',
    writesTitle: '毎秒の書き込み回数',
    mbsTitle: '毎秒のメガバイト数',
    awaitTitle: '呼び出し1回の平均時間',
    queueTitle: '処理中の呼び出しの平均数',
    utilTitle: '呼び出しが処理中だった時間の割合',
  },
} satisfies Translation<typeof en>;
