import type { Translation } from '../shape.ts';
import type en from '../en/details.ts';

export default {
  drivePart: {
    title: 'ドライブから読み込んだ分',
    share: '呼び出しに占める割合',
    hint: '一部がメモリーからだった読み込みのうち、ドライブを待った呼び出しだけの値です。p99 は、それが半分以上あるときに表示します。',
  },

  details: {
    title: '詳細',
    latency: 'レイテンシ、{test}',
    summary: 'p50 {p50} · p99 {p99} · 最大 {max}',
    summaryOfFew: 'p50 {p50} · 最大 {max}',
    chartOf: '{calls} 回の呼び出しのヒストグラム。下の表に同じ数値があります。',
    chartAxis: '呼び出しの割合',
    from: '下限',
    to: '上限',
    calls: '呼び出し',
    share: '割合',
    percentiles: 'パーセンタイル',
    percentilesHint:
      '全ループの呼び出し 1 回の時間です (ウォームアップを除く、時計の分解能単位)。パーセンタイルは、それより遅い呼び出しが 10 回以上あるときだけ表示します。書き込みはシステムがデータを受け取った時点で終わり、「毎回フラッシュ」はフラッシュまでを含みます。',
    test: 'テスト',
    figure: '項目',
    loops: 'ループ',
    loop: 'ループ {loop}',
    spread: 'ばらつき',
    median: '中央値',
    mean: '平均',
    max: '最大',
    p50: 'p50',
    p95: 'p95',
    p99: 'p99',
    p999: 'p99.9',
    figures: {
      throughput: '読み込み',
      write_flush: '書き込み (最後に 1 回フラッシュ)',
      buffered: '書き込み (バッファー)',
      flush_each: '書き込み (毎回フラッシュ)',
    },
    rates: '速度',
    ratesHint:
      'ループの中央値です。「バッファー」は最後の書き込みまで、「最後に 1 回フラッシュ」はそのフラッシュが終わるまでの時間で計算します。「毎回フラッシュ」は書き込みごとにフラッシュします。',
    environment: '環境',
  },

  meaning: {
    title: '結果の意味',
    wait: '中央値 {p50}、p99 {p99}',
    waitOfFew: '中央値 {p50}、最大 {max}',
    waitAtMost: '最大 {max}',
    open: {
      fast: 'アプリやファイルを開く: 速い',
      fine: 'アプリやファイルを開く: 十分',
      slow: 'アプリやファイルを開く: 遅い',
      verySlow: 'アプリやファイルを開く: とても遅い',
      text: '小さな読み込み ({test}) の時間は、{wait} です。',
      part: 'これはドライブから読み込んだ分 (読み込みの {share}) の値です。',
      none: 'アプリやファイルを開く: 測定していません',
      noneText:
        'ドライブから読み込めたテストがありません。メモリーからの値は、直前に使ったファイルを開く速さを示します。',
    },
    save: {
      smooth: '保存: 快適',
      fine: '保存: アプリには十分、データベースには遅い',
      slow: '保存: 遅い',
      stalls: '保存: 引っかかる',
      none: '保存: 測定していません',
      noneText: 'この実行のフラッシュはドライブに届かず、書き込みはメモリーに入りました。',
      text: 'フラッシュ込みの小さな書き込み ({test}) の時間は、{wait} です。',
      noStall: '100 ms を超える停止はありません。',
      stall: '{count} 回が 100 ms を超え、最長は {max} でした。',
    },
    burst: '{bytes} の書き込みは短時間のものです。さらに書き込むと遅くなることがあり、「持続書き込み」で調べられます。',
  },

  series: {
    title: '時間ごとのスループット',
    test: 'テスト',
    axis: '測定中の経過秒数',
    loop: 'ループ',
    time: '時刻',
    most: '最長の呼び出し',
    chart: '{test} のスループット ({step} 刻み)。下の表に同じ数値があります。',
    none: 'このテストの時系列は記録されていません。',
    single: 'このテストは {step} 以内に終わりました。数値は「速度」の表にあります。',
  },

  iostat: {
    title: 'iostat -x 形式',
    hint: 'ブロックデバイスではなく、ページの呼び出しについての値です。中央値に最も近いループを示します。複数のワーカーが重なる場合、%util は上限です。',
  },
} satisfies Translation<typeof en>;
