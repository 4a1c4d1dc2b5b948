import type { Translation } from '../shape.ts';
import type en from '../en/outbox.ts';

export default {
  outbox: '送信待ち',
  ended: '送信できなかった結果',
  outboxHint: 'このサイトのページを開いている間に、サーバーに接続できしだい自動で一度だけ送信されます。',
  waitingSince: '{device}、{time} から待機中',
  refused: '{device}: サーバーが受け付けませんでした ({detail})',
  notJoined: {
    full: '{device}: 公開しましたが、グループがいっぱいのため加えられませんでした',
    gone: '{device}: 公開しましたが、結果かグループが削除されているため、グループに加えられませんでした',
    refused: '{device}: 公開しましたが、サーバーがグループへの追加を受け付けませんでした',
  },
  sendNow: '今すぐ送信',
  sending: '送信しています…',
  discard: '破棄',
} satisfies Translation<typeof en>;
