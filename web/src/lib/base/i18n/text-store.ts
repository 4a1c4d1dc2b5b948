import { translate, type Translate } from './messages.ts';
import type { Translation } from './texts/shape.ts';
import type { Subject, Subjects } from './subjects.ts';

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
  #coming: Language | undefined;

  constructor(chunks: Chunks, languages: Readonly<Record<Language, { readonly locale: string }>>) {
    this.#chunks = chunks;
    this.#languages = languages;
  }

  /** Loads subjects in a language and in the one the page is switching to. */
  async load(language: Language, ...subjects: Subject[]): Promise<void> {
    for (const subject of subjects) this.#inUse.add(subject);
    const coming = this.#coming === undefined || this.#coming === language ? [] : [this.#coming];
    await Promise.all([
      this.#loadAll(language, subjects),
      // A failure in the next language must not fail this one.
      Promise.allSettled(coming.map((next) => this.#loadAll(next, subjects))),
    ]);
  }

  /** Loads in another language what was loaded in this one: texts on the page follow a change of language. */
  async loadInUse(language: Language): Promise<void> {
    this.#coming = language;
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
    const known = this.#texts.get(key);
    if (known) return known as Texts<Name>;
    const made = translate<Subjects[Name]>(this.messages(language, subject), this.#languages[language].locale);
    this.#texts.set(key, made);
    return made;
  }
}
