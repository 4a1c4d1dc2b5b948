import { getContext, setContext, untrack } from 'svelte';
import { createFormat, type Format } from '../format/format.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { type Messages, type Subject, texts, type Texts } from './texts.ts';

export type { Texts } from './texts.ts';

/** The means by which a component speaks: texts that every page has, and numbers and dates by `format`. */
export interface I18n {
  readonly language: Language;
  readonly t: Texts<'site'>;
  readonly format: Format;
}

/** The texts `site` must be loaded. */
export function createI18n(language: Language): I18n {
  const t = texts.texts(language, 'site');
  return { language, t, format: createFormat(LANGUAGES[language], t.format) };
}

const KEY = Symbol('i18n');

export function provideI18n(get: () => I18n): void {
  setContext(KEY, get);
}

interface PageI18n extends I18n {
  /** Loads texts in the page's language; what is on the page does not wait for them again when that changes. */
  readonly load: (...subjects: Subject[]) => Promise<void>;
  /** Whether a subject was loaded: where the network was gone, its texts may be missing. */
  readonly has: (subject: Subject) => boolean;
}

/** Within a component: reads stay right when the language changes. */
export function useI18n(): PageI18n {
  const get = getContext<() => I18n>(KEY);
  return {
    get language() {
      return get().language;
    },
    get t() {
      return get().t;
    },
    get format() {
      return get().format;
    },
    has: (subject) => texts.has(get().language, subject),
    load: (...subjects) =>
      texts.load(
        untrack(() => get().language),
        ...subjects,
      ),
  };
}

/** Within a component: the texts of a subject that was loaded, or of one of its sections, in the page's language. */
export function useTexts<Name extends Subject>(subject: Name): { readonly t: Texts<Name> };
export function useTexts<Name extends Subject, Section extends keyof Texts<Name>>(
  subject: Name,
  section: Section,
): { readonly t: Texts<Name>[Section] };
export function useTexts<Name extends Subject, Section extends keyof Texts<Name>>(subject: Name, section?: Section) {
  const i18n = useI18n();
  return {
    get t() {
      const all = texts.texts(i18n.language, subject);
      return section === undefined ? all : all[section];
    },
  };
}

/** Within a component: a section as it is written, where it is prose and not single texts. */
export function useMessages<Name extends Subject, Section extends keyof Messages<Name>>(
  subject: Name,
  section: Section,
): { readonly messages: Messages<Name>[Section] } {
  const i18n = useI18n();
  return {
    get messages() {
      return texts.messages(i18n.language, subject)[section];
    },
  };
}
