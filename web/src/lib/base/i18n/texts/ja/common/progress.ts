import type { Translation } from '../../shape.ts';
import type en from '../../en/common/progress.ts';

export default {
  progress: {
    label: '進み具合',
    left: '残り {time}',
    starting: '開始しています',
    preparing: 'ワーカーを起動しています',
    filling: 'ファイルを作成しています',
    verifying: '{test}、読み込んだ内容を検証中',
    resting: '{test}、開始前の休止中',
    cleaning: 'ファイルを削除しています',
    warmUp: '{test}、ウォームアップ',
    loop: '{test}、{loop}/{loops} 回目',
    latency: '{test}、レイテンシ',
    flushEach: '{test}、書き込みごとにフラッシュ',
    announceStarted: '測定を始めました。約 {time} かかります。',
    announceRow: '{test}: {value}',
    announceDone: '測定が終わりました。',
    announceStopped: '測定を停止しました。',
  },

  live: {
    throughput: 'スループット',
    throughputOf: '{test}、スループット',
    idle: 'テスト中にグラフが表示されます。',
    now: '現在',
    chart: 'このテストの直近 {seconds} 秒間のスループット (MB/s)。現在 {value}',
    secondsAgo: '{seconds} 秒前',
  },

  iostat: {
    label: 'iostat と同じ項目',
    reads: 'r/s',
    writes: 'w/s',
    readMbs: 'rMB/s',
    writeMbs: 'wMB/s',
    await: 'await',
    queue: 'aqu-sz',
    util: '%util',
    requestSize: 'areq-sz',
    readsTitle: '毎秒の読み込み回数',
    writesTitle: '毎秒の書き込み回数',
    mbsTitle: '毎秒のメガバイト数',
    awaitTitle: '1回の呼び出しにかかる平均時間',
    queueTitle: '処理中の呼び出しの平均数',
    utilTitle: '呼び出しが処理中だった時間の割合',
  },
} satisfies Translation<typeof en>;
