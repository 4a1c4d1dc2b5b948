import { comparedRunOf, type ComparedRun } from '$lib/features/compare/compare.ts';
import { localStartOf, readRunIds, type CompareQuery } from '$lib/features/compare/address.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import { publishedCases } from '$lib/base/figures/published.ts';
import { getRun } from '$lib/base/api/read.server.ts';
import type { PageServerLoad } from './$types';

/** The published runs that were asked for. Those that the browser keeps are read by the page. */
export const load: PageServerLoad = async ({ platform, locals, url, setHeaders }) => {
  const ids = readRunIds(url.searchParams.getAll('runs').join(' '));
  const published = ids.filter((id) => localStartOf(id) === null);
  const answers = await Promise.all(published.map(async (id) => ({ id, answer: await getRun(platform, url, id) })));
  setHeaders({ 'cache-control': 'no-store' });

  const runs: ComparedRun[] = [];
  const missing: string[] = [];
  let reachable = true;
  for (const { id, answer } of answers) {
    if (answer.ok) runs.push(comparedRunOf(answer.value));
    else if (answer.status >= 500 || answer.status === 429) reachable = false;
    else missing.push(id);
  }
  const caseId = url.searchParams.get('case');
  // Read here so that following `?lang=` loads them again.
  void url.searchParams.get('lang');
  await texts.load(locals.language, 'published-words');
  const known = publishedCases(texts.messages(locals.language, 'published-words'));
  const shownCase = known.find(({ id }) => id === caseId) ?? null;
  const query: CompareQuery = { ids, base: url.searchParams.get('base'), caseId: shownCase?.id ?? null };
  const cases = known.map(({ id, title }) => ({ id, title }));
  return { query, runs, missing, reachable, cases, shownCase };
};
