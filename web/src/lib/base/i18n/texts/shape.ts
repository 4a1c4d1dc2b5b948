/** Words of families, which lie in the folder of each, by the name of that folder; `words` are those that all share. */
export function wordsByFolder(files: Readonly<Record<string, object>>): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(files).map(([path, words]) => [path.split('/').at(-2) ?? '', words]));
}

export type { Translation } from '@opfsmark/schema/answer/words';

/** A page of prose: what is said is data, so that both languages have the same parts. */
export interface Prose {
  readonly title: string;
  readonly intro: string;
  readonly sections: readonly {
    /** The same in every language: links lead to it. */
    readonly id: string;
    readonly heading: string;
    readonly paragraphs: readonly string[];
    readonly points?: readonly string[];
    /** Where more is said. */
    readonly link?: { readonly href: string; readonly text: string };
  }[];
}
