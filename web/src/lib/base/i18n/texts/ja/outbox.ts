import type { Translation } from '../shape.ts';
import type en from '../en/outbox.ts';

export default {
  outbox: '送信待ち',
  outboxHint: '結果サービスにつながると、自動で一度だけ送信されます。',
  waitingSince: '{device}、{time} から待機中',
  refused: '{device}: サービスに拒否されました ({detail})',
  sendNow: '今すぐ送信',
  sending: '送信中…',
  discard: '送信しない',
} satisfies Translation<typeof en>;
