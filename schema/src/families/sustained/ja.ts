import type { Translation } from '../report.ts';
import type en from './en.ts';

export default {
  about: '書き込み速度は続くか？速度が落ちるか、同意した上限に達するか、制限時間になるまで書き続けます。',
  names: {
    'at-last': '長く書き込んだとき',
    'at-first': '最初',
    kept: '維持した速さ',
  },
  chart: '書き込んだ量とスループット',
  steady: 'ラウンド {from}～{to} は安定していました (幅 20 %、傾き 10 % 以内)。',
  unsteady: '安定していません。最後の水準には、幅 20 %、傾き 10 % に収まる連続5ラウンドがありません。',
  level: '水準',
  from: '書き込み量',
  rounds: 'ラウンド数',
  change: '前の水準との比',
  fell: '{bytes} を書き込んだあと {ratio} に低下しました。',
  rose: '{bytes} を書き込んだあと {ratio} に上昇しました。',
  same: '{time}で {bytes} を書き込む間、速度の水準は変わりませんでした。その先は測っていません。',
  roundTable: 'すべてのラウンド',
  round: 'ラウンド',
  ended: {
    cliff: '終了: 速度が落ちたまま戻りません。',
    steady: '終了: 安定。',
    budget: '終了: 上限まで書き込みました。',
    limit: '終了: 制限時間。',
    stopped: '停止しました。',
    failed: '失敗により終了。',
  },
} satisfies Translation<typeof en>;
