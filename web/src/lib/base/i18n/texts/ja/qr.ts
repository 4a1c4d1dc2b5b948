import type { Translation } from '../shape.ts';
import type en from '../en/qr.ts';

export default {
  label: '下のアドレスの QR コード',
  failed: 'コードを読み込めませんでした。スマートフォンで次のアドレスを開いてください。',
  close: '閉じる',
} satisfies Translation<typeof en>;
