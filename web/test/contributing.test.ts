/** What CONTRIBUTING.md counts is there. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_LANGUAGE, LANGUAGE_IDS } from '../src/lib/base/i18n/languages.ts';

const at = (path: string) => new URL(`../../${path}`, import.meta.url);
const filesIn = (folder: string) =>
  readdirSync(at(folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

/** From a heading to the next one. */
function section(heading: string): string {
  const text = readFileSync(at('CONTRIBUTING.md'), 'utf8');
  return /^[^]*?(?=\n## )/.exec(text.slice(text.indexOf(`## ${heading}`) + 3))?.[0] ?? '';
}

test.each(LANGUAGE_IDS.filter((id) => id !== DEFAULT_LANGUAGE))('a language is as many files as %s has', (language) => {
  const texts = filesIn(`web/src/lib/base/i18n/texts/${language}`).length;
  const words = filesIn('schema/src/answer/words').filter(({ name }) => name.startsWith(language)).length;
  const how = section('How to add a language');
  const [, all] = /(\d+) new files/.exec(how) ?? [];
  const [, copied] = /texts\/ja` \((\d+)\sfiles\)/.exec(how) ?? [];
  expect({ all, copied }).toEqual({ all: String(texts + words), copied: String(texts) });
});
