import type { FamilyId } from '../families/ids.ts';

/** What the words of every family have: those that the names of its figures and parts are made of. */
export interface FamilyWords {
  readonly names: Readonly<Record<string, string>>;
}

/** Where its words lie, of a family whose folder has another name. */
const FOLDERS: Readonly<Partial<Record<FamilyId, string>>> = { 'block-sweep': 'sweep', 'queue-sweep': 'sweep' };

export const folderOf = (family: FamilyId): string => FOLDERS[family] ?? family;

/** "RND4K Q1 read": a name of a figure or a part in words; what has no word stands for itself. */
export function nameText(name: string, { names }: FamilyWords): string {
  return name
    .split(' ')
    .map((word) => (Object.hasOwn(names, word) ? names[word] : word.replace(/^(\d+)([KM]iB)$/, '$1 $2')))
    .join(' ');
}
