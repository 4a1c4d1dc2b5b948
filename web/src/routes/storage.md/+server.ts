import { MEASURED_FACTS } from '@opfsmark/schema/families/app-storage/facts';
import { storeFactsMarkdown } from '@opfsmark/schema/report/store-facts';
import { factWords } from '$lib/features/families/app-storage/facts.server.ts';
import type { RequestHandler } from './$types';

/** The facts of /storage for a README. */
export const GET: RequestHandler = async ({ locals }) => {
  const [words, common, language] = await factWords(locals.language);
  const text = MEASURED_FACTS.map((entry) => storeFactsMarkdown(entry, words, common, language)).join('\n');
  return new Response(text, { headers: { 'content-type': 'text/markdown; charset=utf-8' } });
};
