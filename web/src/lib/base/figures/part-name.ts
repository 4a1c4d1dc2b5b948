import type { FamilyId } from '@opfsmark/schema/families';
import { folderOf, nameText, type FamilyWords } from '@opfsmark/schema/report/names';
import { useMessages } from '../i18n/index.ts';

/** Within a component: what a figure or a part of a family's result is called in the page's language. */
export function usePartName(): (family: FamilyId, name: string) => string {
  const words = useMessages('families', 'words');
  return (family, name) =>
    nameText(name, (words.messages as Readonly<Record<string, unknown>>)[folderOf(family)] as FamilyWords);
}
