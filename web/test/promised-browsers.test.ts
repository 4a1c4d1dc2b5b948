/** The versions that a page without the engine's handles asks for are those that may rank. */
import { expect, test } from 'vitest';
import { BROWSERS } from '@opfsmark/schema/evidence';
import { LANGUAGE_IDS } from '../src/lib/base/i18n/languages.ts';
import { texts } from '../src/lib/base/i18n/texts.ts';

const { chrome, edge, firefox, safari } = BROWSERS;
const needed = [chrome, firefox, safari].map((browser) => browser?.majors[0]);

test('Edge needs what Chrome needs', () => expect(edge?.majors[0]).toBe(chrome?.majors[0]));

test.each(LANGUAGE_IDS)('what is said in %s names them', async (language) => {
  await texts.load(language, 'run');
  const { support } = texts.texts(language, 'run').trouble;
  for (const problem of ['no_opfs', 'no_sync_handles', 'old_sync_handles'] as const) {
    const named = support[problem].next().match(/\d+(\.\d+)?/g) ?? [];
    expect(named.map((version) => Math.floor(Number(version)))).toEqual(needed);
  }
});
