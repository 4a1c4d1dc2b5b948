import type boards from './texts/en/boards.ts';
import type browsers from './texts/en/browsers.ts';
import type capacity from './texts/en/capacity.ts';
import type checked from './texts/en/checked.ts';
import type checkup from './texts/en/checkup.ts';
import type compare from './texts/en/compare.ts';
import type families from './texts/en/families.ts';
import type prose from './texts/en/prose.ts';
import type publish from './texts/en/publish.ts';
import type result from './texts/en/result.ts';
import type run from './texts/en/run.ts';
import type site from './texts/en/site.ts';
import type storage from './texts/en/storage.ts';
import type versus from './texts/en/versus.ts';
import { say } from '@opfsmark/schema/answer/words/languages';
import { type Values } from '@opfsmark/schema/answer/words/languages';
import type { Translation } from './texts/shape.ts';
import { type Language, LANGUAGES } from './languages.ts';

/** The subjects of texts, a file per language each. English is the shape that each other language must have. */
interface Subjects {
  readonly boards: typeof boards;
  readonly browsers: typeof browsers;
  readonly capacity: typeof capacity;
  readonly checked: typeof checked;
  readonly checkup: typeof checkup;
  readonly compare: typeof compare;
  readonly families: typeof families;
  readonly prose: typeof prose;
  readonly publish: typeof publish;
  readonly result: typeof result;
  readonly run: typeof run;
  readonly site: typeof site;
  readonly storage: typeof storage;
  readonly versus: typeof versus;
}
export type Subject = keyof Subjects;

/** Names of the values that a text needs. */
type Arguments<Text extends string> = Text extends `${infer Before}{{${string}}}${infer After}`
  ? Arguments<Before> | Arguments<After>
  : Text extends `${string}{${infer Name}}${infer After}`
    ? Name | Arguments<After>
    : never;

type Say<Text extends string> = [Arguments<Text>] extends [never]
  ? () => string
  : (values: Record<Arguments<Text>, string | number>) => string;

/** One function per text; a missing value does not compile. */
type Translate<T> = { readonly [K in keyof T]: T[K] extends string ? Say<T[K]> : Translate<T[K]> };

/** Texts before their language is known. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}
interface TextTree {
  [key: string]: ((values?: Values) => string) | TextTree;
}

/** Makes functions of texts: see `say` for what they are written with. */
export function translate<T>(messages: Translation<T>, locale: string): Translate<T> {
  const branch = (tree: MessageTree): TextTree =>
    Object.fromEntries(
      Object.entries(tree).map(([key, node]) => [
        key,
        typeof node === 'string' ? (values: Values = {}) => say(node, values, locale) : branch(node),
      ]),
    );
  return branch(messages) as Translate<T>;
}

/** Path of a file of texts -> what loads it: a chunk per language and subject. */
export type Chunks = Readonly<Record<string, () => Promise<unknown>>>;

export type Messages<Name extends Subject> = Translation<Subjects[Name]>;
export type Texts<Name extends Subject> = Translate<Subjects[Name]>;

/**
 * Texts by language and subject. Load a subject before showing it: pages do so in `load`, lazy imports together with the
 * import.
 */
export class TextStore<Language extends string> {
  readonly #chunks: Chunks;
  readonly #languages: Readonly<Record<Language, { readonly locale: string }>>;
  readonly #messages = new Map<string, unknown>();
  readonly #texts = new Map<string, unknown>();
  readonly #inUse = new Set<Subject>();
  #nextLanguage: Language | undefined;

  constructor(chunks: Chunks, languages: Readonly<Record<Language, { readonly locale: string }>>) {
    this.#chunks = chunks;
    this.#languages = languages;
  }

  /** Loads subjects in a language and in the one the page is switching to. */
  async load(language: Language, ...subjects: Subject[]): Promise<void> {
    for (const subject of subjects) this.#inUse.add(subject);
    const nextLanguages =
      this.#nextLanguage === undefined || this.#nextLanguage === language ? [] : [this.#nextLanguage];
    await Promise.all([
      this.#loadAll(language, subjects),
      // A failure in the next language must not fail this one.
      Promise.allSettled(nextLanguages.map((nextLanguage) => this.#loadAll(nextLanguage, subjects))),
    ]);
  }

  /** Loads in another language what was loaded in this one: texts on the page follow a change of language. */
  async loadInUse(language: Language): Promise<void> {
    this.#nextLanguage = language;
    await this.#loadAll(language, this.#inUse);
  }

  async #loadAll(language: Language, subjects: Iterable<Subject>): Promise<void> {
    await Promise.all([...subjects].map((subject) => this.#loadOne(language, subject)));
  }

  async #loadOne(language: Language, subject: Subject): Promise<void> {
    const path = `./texts/${language}/${subject}.ts`;
    if (this.#messages.has(path)) return;
    const chunk = this.#chunks[path];
    if (!chunk) throw new Error(`no texts in ${path}`);
    this.#messages.set(path, ((await chunk()) as { readonly default: unknown }).default);
  }

  has(language: Language, subject: Subject): boolean {
    return this.#messages.has(`./texts/${language}/${subject}.ts`);
  }

  /** Texts as they are written. */
  messages<Name extends Subject>(language: Language, subject: Name): Messages<Name> {
    const messages = this.#messages.get(`./texts/${language}/${subject}.ts`);
    if (messages === undefined) throw new Error(`the texts "${subject}" were not loaded in ${language}`);
    return messages as Messages<Name>;
  }

  /** A function per text. */
  texts<Name extends Subject>(language: Language, subject: Name): Texts<Name> {
    const key = `${language} ${subject}`;
    const cachedTexts = this.#texts.get(key);
    if (cachedTexts) return cachedTexts as Texts<Name>;
    const texts = translate<Subjects[Name]>(this.messages(language, subject), this.#languages[language].locale);
    this.#texts.set(key, texts);
    return texts;
  }
}

const chunks: Chunks = import.meta.glob('./texts/*/*.ts');

/** All texts of the site. */
export const texts = new TextStore<Language>(chunks, LANGUAGES);
