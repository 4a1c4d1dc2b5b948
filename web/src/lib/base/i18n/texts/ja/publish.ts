import type { Translation } from '../shape.ts';
import type en from '../en/publish.ts';

export default {
  waitingTitle: 'あとで送信します',
  waitingWhy: {
    unreachable: 'サーバーに接続できません。',
    busy: 'サーバーが混み合っています。',
    full: '今はサーバーに新しい結果を受け入れる余裕がありません。',
    tooMany: '同じネットワークからの結果が多すぎます。送信は明日になることがあります。',
  },
  waiting: '結果はこのブラウザに保存され、送信できるようになりしだい自動で一度だけ送信されます。',
  waitingWhere: '送信待ちを見る',
  submit: '公開',
  again: 'もう一度送る',
  title: 'この結果を公開する',
  intro: 'ページからはどの機器で動いているか分かりません。分かることを書いてください。必須は機種だけです。',
  remembered: '前回公開したときの内容です。確認して公開してください。',
  deviceHint: 'パソコンの機種名。例: MacBook Pro 14 (2023)',
  driveHint: '分かる場合。例: Samsung 990 Pro 2 TB',
  noteHint: '外付け、暗号化、RAID など、速さに関わること',
  profileMovedHint: '上に書いたドライブにプロファイルを置いてブラウザを起動しました。',
  unsaid: '指定なし',
  other: 'その他',
  'interface-network': 'ネットワーク',
  'interface-virtual': '仮想',
  count: 'ランキングの集計に含める。',
  countHint:
    'ランダムな ID をこのブラウザに保存し、この機器の結果をまとめて1台と数えます。チェックを外すと、保存した ID を削除して ID なしで公開します。',
  group: {
    join: 'リンクを開いたグループにも加える。',
    joinNamed: 'グループ「{name}」にも加える。',
    hint: 'グループのリンクを知っている人は、だれでもそこで結果を見られます。',
    open: 'グループを開く',
    outcomes: {
      joined: 'グループに加えました:',
      later: 'グループに接続できませんでした。できるようになりしだい自動で加えます:',
      full: 'グループがいっぱいのため、加えられませんでした:',
      gone: 'グループが削除されているため、加えられませんでした。',
      refused: 'サーバーが受け付けず、グループに加えられませんでした。',
    },
  },
  preview: '送信する内容のすべて ({bytes})',
  previewHint:
    '送るのはこれだけです。IP アドレスも氏名も Cookie も含みません。公開した内容は、だれでも CC BY 4.0 で利用できます。',
  cancel: 'キャンセル',
  close: '閉じる',
  sending: '送信しています…',
  done: '公開しました',
  permalink: 'パーマリンク',
  deletionHint: '削除キーをこのブラウザに保存しました。このキーを持つ人は、だれでもこの結果を削除できます。',
  problem: {
    title: '公開できませんでした',
    offline:
      'サーバーに接続できませんでした。接続を確認して、もう一度試してください。結果は失われず、二重に送られることもありません。',
    full: '今はサーバーに新しい結果を受け入れる余裕がありません。1時間後にもう一度試してください。',
    busy: 'サーバーが混み合っています。1分ほど待ってもう一度試してください。',
    tooMany: 'リクエストが多すぎます。1分ほど待ってもう一度試してください。',
    refused: 'サーバーが結果を受け付けませんでした: {detail}',
    field: '{field}: {detail}',
    conflict: 'この結果は別の内容ですでに公開されています。あとから変更することはできません。',
    broken: 'サーバーから予期しない応答がありました (ステータス {status})。1分ほど待ってもう一度試してください。',
  },
} satisfies Translation<typeof en>;
