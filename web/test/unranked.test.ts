import { EVIDENCE_REASONS } from '@opfsmark/schema/evidence';
import { describe, expect, test } from 'vitest';
import { LANGUAGE_IDS } from '../src/lib/base/i18n/languages.ts';
import { texts } from '../src/lib/base/i18n/texts.ts';

describe.each(LANGUAGE_IDS)('in %s', (language) => {
  test.each(EVIDENCE_REASONS)('the page says why %s keeps a run from a rank, and what to do', async (reason) => {
    await texts.load(language, 'boards');
    const { why, next } = texts.texts(language, 'boards').whyUnranked.reasons[reason];
    for (const text of [why(), next()]) expect(text).toMatch(/^[^{}]{6,}[.。]$/);
  });

  test('no two reasons are said with the same words', async () => {
    await texts.load(language, 'boards');
    const said = EVIDENCE_REASONS.map((reason) => texts.texts(language, 'boards').whyUnranked.reasons[reason].why());
    expect(new Set(said).size).toBe(EVIDENCE_REASONS.length);
  });
});
