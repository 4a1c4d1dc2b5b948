import words from '@opfsmark/schema/answer/words/ja';
import type en from '../en/answer.ts';
import type { Translation } from '../shape.ts';

const answer: Translation<typeof en> = {
  ...words,
  card: {
    measuring: '測定中…',
    measuringHint: 'テストが終わるごとに、ものさしに印がつきます。',
    howWeKnow: '判定の根拠',
    afterRestart: '再起動してドライブを測る',
    largerThanMemory: 'メモリーより大きいファイルで測る',
    sustained: '持続書き込み: {speed}',
    sustainedDevice: 'この機種の持続書き込み: {speed}',
    keyBand: 'その種類の一般的な範囲',
    keyFeel: 'その長さの待ち時間の感じ方',
    keyCrowd: '同じ OS での読み込み (ネットワーク別)',
    keyCrowdSystem: '同じ OS での測定 (ネットワーク別)',
    keyCrowdClient: '同じブラウザと OS での測定 (ネットワーク別)',
    faster: '{networks}ネットワークの {slower} より高速',
    fasterReads: '読み込みは{networks}ネットワークの {slower} より高速',
    keyScale: '右ほど速く、1目盛りで10倍',
    whySlow: 'なぜ遅い？',
    where: 'あなたのドライブはどのあたり？',
    hints: {
      opens: 'ドライブからの小さな読み込み',
      moves: '大きな読み込みと、フラッシュ込みの書き込み',
      saves: '毎回フラッシュする小さな書き込み',
      waits: 'すべての呼び出しのうち最長',
      commits: '1行ごとに1トランザクション',
      files: '4 KiB のファイルを1つずつ',
      calls: '4 KiB の書き込み、同時に最大64件',
      items: '4 KiB のデータを各 API で',
    },
    scores: 'スコア',
    drive: 'ドライブ',
    driveMeans: 'ドライブ読み込みと確実な書き込みから算出。縦線は基準ドライブ (1,000)。',
    appFeel: 'アプリの体感',
    appFeelMeans: 'メモリー上のキャッシュの効果を含みます。縦線は基準のパソコン (1,000)。',
    interval: '{low}～{high}',
    tabs: {
      label: '詳細',
      latency: 'レイテンシー',
      time: '時間の推移',
      percentiles: 'パーセンタイル',
      rates: '速度',
      figures: '数値',
      contenders: '比較の対象',
      iostat: 'iostat',
      environment: '環境',
      published: '公表された値',
    },
    notes: 'この測定についての注意 ({count}件)',
  },
};

export default answer;
