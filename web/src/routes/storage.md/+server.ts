import { MEASURED_FACTS } from '@opfsmark/schema/families/app-storage/facts';
import { storeFactsMarkdown } from '@opfsmark/schema/report/store-facts';
import type { CommonWords } from '@opfsmark/schema/report';
import type { FamilyWords } from '@opfsmark/schema/report/names';
import { LANGUAGES } from '$lib/base/i18n/languages.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import type { RequestHandler } from './$types';

/** The facts of /storage for a README. */
export const GET: RequestHandler = async ({ locals: { language } }) => {
  await texts.load(language, 'families', 'site');
  const { words } = texts.messages(language, 'families');
  const appStorageWords = words['app-storage'] as FamilyWords;
  const { origins } = texts.messages(language, 'site').answer;
  const commonWords = { ...(words['words'] as CommonWords), origins };
  const text = MEASURED_FACTS.map((entry) =>
    storeFactsMarkdown(entry, appStorageWords, commonWords, LANGUAGES[language]),
  ).join('\n');
  return new Response(text, { headers: { 'content-type': 'text/markdown; charset=utf-8' } });
};
