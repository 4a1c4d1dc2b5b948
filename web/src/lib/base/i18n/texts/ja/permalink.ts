import type { Translation } from '../shape.ts';
import type en from '../en/permalink.ts';

export default {
  pageTitle: '{device}: {name}',
  by: '{os} の {browser}',
  declared: '申告内容',
  declaredHint: '公開した人による申告です。ウェブページからは確認できません。',
  runSame: '同じ測定を実行',
  ogDescription: '{drive} で {value} ({test})。{os} の {browser} で測定。',
  ogDescriptionFromMemory: '{drive} で {value} ({test}、メモリーから)。{os} の {browser} で測定。',
  ogDescriptionPlain: '{name}。{os} の {browser} で測定。',
  held: '確認待ちのため、順位は付きません。',
} satisfies Translation<typeof en>;
