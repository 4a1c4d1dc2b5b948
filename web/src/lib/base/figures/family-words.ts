import { DEFAULT_FAMILY, type FamilyId } from '@opfsmark/schema/families';
import type { CommonWords, FormatWords } from '@opfsmark/schema/report';
import { aboutText, folderOf, nameText, type FamilyWords } from '@opfsmark/schema/report/names';
import { useMessages, useTexts } from '../i18n/index.ts';

/** Within a component: the words that the tables of all families share, in the page's language. */
export function useCommonWords(): () => FormatWords {
  const words = useMessages('families', 'words');
  const answer = useMessages('site', 'answer');
  return () => ({ ...(words.messages['words'] as CommonWords), origins: answer.messages.origins });
}

/** Within a component: the words of a family in the page's language. */
export function useFamilyWords(): (family: FamilyId) => FamilyWords {
  const words = useMessages('families', 'words');
  return (family) => words.messages[folderOf(family)] as FamilyWords;
}

/** Within a component: what a figure or a part of a family's result is called in the page's language. */
export function usePartName(): (family: FamilyId, name: string) => string {
  const words = useFamilyWords();
  return (family, name) => nameText(name, words(family));
}

/** Within a component: what a family measures, in the page's language. That of the default one is with the run page. */
export function useAbout(): (family: FamilyId) => string {
  const words = useFamilyWords();
  const run = useTexts('run');
  return (family) => (family === DEFAULT_FAMILY ? run.t.about() : (aboutText(family, words(family)) ?? ''));
}
