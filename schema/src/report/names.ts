import type { FamilyId } from '../families/ids.ts';

/** The words that every family has. */
export interface FamilyWords {
  /** Its purpose, in a sentence or two; by family where several share their words. */
  readonly about?: string | Readonly<Record<string, string>>;
  /** The words that the names of its figures and parts are made of. */
  readonly names: Readonly<Record<string, string>>;
}

/** Where its words lie, of a family whose folder has another name. */
const FOLDERS: Readonly<Partial<Record<FamilyId, string>>> = { 'block-sweep': 'sweep', 'queue-sweep': 'sweep' };

export const aboutText = (family: FamilyId, { about }: FamilyWords): string | undefined =>
  typeof about === 'object' ? about[family] : about;

export const folderOf = (family: FamilyId): string => FOLDERS[family] ?? family;

/** "RND4K Q1 read": a name of a figure or a part in words; what has no word stands for itself. */
export function nameText(name: string, { names }: FamilyWords): string {
  return name
    .split(' ')
    .map((word) => (Object.hasOwn(names, word) ? names[word] : word.replace(/^(\d+)([KM]iB)$/, '$1 $2')))
    .join(' ');
}
