import type { Translation } from '../shape.ts';
import type en from '../en/kept.ts';

export default {
  compareThis: 'この測定を比較',
  keptBy: '{os} の {browser}。このブラウザに保存されています。',
} satisfies Translation<typeof en>;
