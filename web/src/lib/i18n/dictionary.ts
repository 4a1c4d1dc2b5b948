import { useI18n, type Language } from './index.ts';
import { textsOf } from './texts-of.ts';
import type { Translate, Translation } from './types.ts';

type Load<Texts> = () => Promise<{ readonly default: Texts }>;

/** Those of which a language is loaded: they follow when the page's language changes. */
const inUse = new Set<Dictionary<unknown>>();

/**
 * Texts that not every page needs, a chunk a language. Whoever shows what says them awaits `load` before: a page in its
 * `load`, a click on what is loaded later. From then on they follow the page's language.
 */
export class Dictionary<En> {
  readonly #chunks: { readonly en: Load<En>; readonly ja: Load<Translation<En>> };
  readonly #texts = new Map<Language, Translate<En>>();

  constructor(chunks: { readonly en: Load<En>; readonly ja: Load<Translation<En>> }) {
    this.#chunks = chunks;
  }

  async load(language: Language): Promise<void> {
    inUse.add(this);
    if (this.#texts.has(language)) return;
    const { default: messages } = await this.#chunks[language]();
    this.#texts.set(language, textsOf<En>(language, messages as Translation<En>));
  }

  in(language: Language): Translate<En> {
    const texts = this.#texts.get(language);
    if (!texts) throw new Error(`texts are shown that nobody loaded in ${language}`);
    return texts;
  }

  /** Within a component: reads stay right when the language changes. */
  use(): { readonly t: Translate<En> } {
    const i18n = useI18n();
    const get = () => this.in(i18n.language);
    return {
      get t() {
        return get();
      },
    };
  }
}

/** Before the page's language changes. */
export const loadInUse = (language: Language) => Promise.all([...inUse].map((dictionary) => dictionary.load(language)));
