import type { Translation } from '../shape.ts';
import type en from '../en/outbox.ts';

export default {
  outbox: '送信待ち',
  outboxHint: 'サーバーに接続できしだい、自動で一度だけ送信されます。',
  waitingSince: '{device}、{time} から待機中',
  refused: '{device}: サーバーが受け付けませんでした ({detail})',
  sendNow: '今すぐ送信',
  sending: '送信しています…',
  discard: '破棄',
} satisfies Translation<typeof en>;
