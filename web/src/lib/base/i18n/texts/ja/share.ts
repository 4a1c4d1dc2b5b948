import type { Translation } from '../shape.ts';
import type en from '../en/share.ts';

export default {
  title: '共有と保存',
  badge: 'バッジ',
  badgeAlt: '結果のバッジ',
  markdown: 'Markdown',
  html: 'HTML',
  copy: 'コピー',
  copied: 'コピーしました',
  embed: '画像を埋め込む',
  embedHint: '画像を表示する枠です。押すとこの結果が開きます。',
  download: 'ダウンロード',
  remove: 'この結果を削除',
  removeHint: '削除キーはこのブラウザにあります。取り消しはできません。',
  removeYes: '完全に削除',
  removed: '削除しました。次回からこのページは表示されません。',
  removeFailed: '削除できませんでした ({status})。しばらくしてからもう一度試してください。',
  report: 'この結果を報告',
  reason: '何が問題ですか？',
  reasons: {
    implausible: '数値があり得ない',
    wrong_device: '機種が違う',
    offensive: '不快な文章がある',
    other: 'その他',
  },
  detail: '詳細 (任意)',
  send: '報告する',
  reported: 'ありがとうございます。担当者が確認します。',
  reportFailed: '報告を送れませんでした ({status})。あとでもう一度試してください。',
} satisfies Translation<typeof en>;
