import { comparedRunOf, readRunIds, type ComparedRun } from '$lib/features/compare/compare.ts';
import type { CompareQuery } from '$lib/features/compare/address.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import { publishedCases } from '$lib/base/figures/published.ts';
import { getRun } from '$lib/base/api/read.server.ts';
import type { PageServerLoad } from './$types';

/** Whatever of the asked-for can be shown is shown; the rest is named. */
export const load: PageServerLoad = async ({ platform, locals, url, setHeaders }) => {
  const ids = readRunIds(url.searchParams.getAll('runs').join(' '));
  const answers = await Promise.all(ids.map(async (id) => ({ id, answer: await getRun(platform, url, id) })));
  setHeaders({ 'cache-control': 'no-store' });

  const runs: ComparedRun[] = [];
  const [missing, otherFamily]: [string[], string[]] = [[], []];
  let reachable = true;
  for (const { id, answer } of answers) {
    if (answer.ok) {
      const run = comparedRunOf(answer.value);
      // The first one says what is compared.
      if (runs[0] && runs[0].family !== run.family) otherFamily.push(id);
      else runs.push(run);
    } else if (answer.status >= 500 || answer.status === 429) reachable = false;
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
  return { query, runs, missing, otherFamily, reachable, cases, shownCase };
};
