import { useTexts } from '../i18n/index.ts';

/** Within a component: what a part of a family's result is called in the page's language; see `familyIostat`. */
export function usePartName(): (part: string) => string {
  const texts = useTexts('families', 'parts');
  const isWord = (word: string): word is keyof typeof texts.t => Object.hasOwn(texts.t, word);
  const say = (word: string) => (isWord(word) ? texts.t[word]() : word.replace(/^(\d+)([KM]iB)$/, '$1 $2'));
  return (part) => part.split(' ').map(say).join(' ');
}
