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
