/** The versions that may rank, and those that a page without the engine's handles asks for, are those that the README promises. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BROWSERS } from '@opfsmark/schema/evidence';
import { LANGUAGE_IDS } from '../src/lib/base/i18n/languages.ts';
import { texts } from '../src/lib/base/i18n/texts.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const promised =
  /Chrome and Edge from version (\d+), Firefox from (\d+), Safari from (\d+\.\d+)/.exec(readme)?.slice(1) ?? [];

test('no version ranks that cannot run', () => {
  const { chrome, edge, firefox, safari } = BROWSERS;
  expect([chrome, firefox, safari].map((browser) => browser?.majors[0])).toEqual(
    promised.map((version) => Math.floor(Number(version))),
  );
  expect(edge?.majors[0]).toBe(chrome?.majors[0]);
});

test.each(LANGUAGE_IDS)('what is said in %s names them', async (language) => {
  await texts.load(language, 'trouble');
  const { support } = texts.texts(language, 'trouble');
  for (const problem of ['no_opfs', 'no_sync_handles', 'old_sync_handles'] as const) {
    expect(support[problem].next().match(/\d+(\.\d+)?/g)).toEqual(promised);
  }
});
