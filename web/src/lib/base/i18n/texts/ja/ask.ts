import type { Translation } from '../shape.ts';
import type en from '../en/ask.ts';

export default {
  title: 'ドライブからも読み込みますか？',
  text: 'このテストは、ドライブそのものを測るために、テストファイルをメモリーから追い出します。数秒間この機器の空きメモリーを使うため、ほかのアプリが読み込み直しになることがあります。',
  measure: 'ドライブ、次にメモリーから',
  leave: 'メモリーからのみ',
} satisfies Translation<typeof en>;
