import type { Translation } from '../shape.ts';
import type en from '../en/publish.ts';

export default {
  waiting: '今は送信できません。このブラウザに残し、送れるようになったら自動で一度だけ送ります。',
  waitingWhere: '送信待ちを見る',
  submit: '公開',
  again: 'もう一度送る',
  title: 'この結果を公開する',
  intro: 'ページからはどの機器で動いているか分かりません。分かることを書いてください。必須は機種だけです。',
  deviceHint: 'パソコンの機種名。例: MacBook Pro 14 (2023)',
  driveHint: '分かる場合。例: Samsung 990 Pro 2 TB',
  noteHint: '外付け、暗号化、RAID など、関係のあること',
  profileMovedHint: 'ここに挙げたドライブにプロファイルを置いてブラウザを起動しました。',
  unsaid: '指定なし',
  other: 'その他',
  'interface-network': 'ネットワーク',
  'interface-virtual': '仮想',
  count: 'ランキングに数える。',
  countHint:
    'そのためにランダムな ID をこのブラウザに保存し、この機器の結果をまとめて1台と数えます。チェックを外すと ID を削除し、ID なしで公開します。',
  preview: '送信する内容のすべて ({bytes})',
  previewHint: 'これだけです。IP アドレスも氏名も Cookie も含みません。',
  cancel: 'キャンセル',
  close: '閉じる',
  sending: '送信しています…',
  done: '公開しました',
  permalink: 'パーマリンク',
  deletionHint: '削除キーをこのブラウザに保存しました。持っている人は結果を削除できます。',
  problem: {
    title: '公開できませんでした',
    offline:
      'サービスに接続できませんでした。接続を確認して、もう一度試してください。何も失われず、二重に送られることもありません。',
    busy: 'サービスが混み合っています。少し待ってもう一度試してください。',
    tooMany: 'このネットワークから今日送れる数を超えました。明日もう一度試してください。',
    refused: 'サービスが結果を受け付けませんでした: {detail}',
    field: '{field}: {detail}',
    conflict: 'この結果は別の内容ですでに公開されています。あとから変更することはできません。',
    broken: 'サービスの応答を理解できませんでした ({status})。',
  },
} satisfies Translation<typeof en>;
