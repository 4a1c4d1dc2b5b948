import { usePageTexts } from '$lib/i18n/page-texts.ts';
import en from './i18n/parts-en.ts';
import ja from './i18n/parts-ja.ts';

const isWord = (word: string): word is keyof typeof en => Object.hasOwn(en, word);

/** Within a component: what a part of a family's result is called in the page's language; see `familyIostat`. */
export function usePartName(): (part: string) => string {
  const texts = usePageTexts({ en, ja });
  const say = (word: string) => (isWord(word) ? texts.t[word]() : word.replace(/^(\d+)([KM]iB)$/, '$1 $2'));
  return (part) => part.split(' ').map(say).join(' ');
}
