import type { Translation } from '../shape.ts';
import type en from '../en/kept.ts';

export default {
  compareThis: 'この測定を比較',
  keptBy: '{os} の {browser}。このブラウザだけに保存されています。',
  publishedPage: 'この測定の公開ページ',
} satisfies Translation<typeof en>;
