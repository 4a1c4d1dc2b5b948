import { C_PROGRAMS } from '@opfsmark/schema/families/app-storage/c-programs';
import { choose, CONTEXTS, ROW_COUNTS, WORTHS } from '@opfsmark/schema/families/app-storage/choice';
import { MEASURED_FACTS } from '@opfsmark/schema/families/app-storage/facts';
import { USE_IDS } from '@opfsmark/schema/families/app-storage/verdict';
import { measuredRun, measuredWhere, storeFactsText } from '@opfsmark/schema/report/store-facts';
import { languageOf } from '$lib/base/i18n/language.server.ts';
import {
  cellLinksOf,
  configOf,
  factWords,
  needsOf,
  SIZE_CHOICES,
} from '$lib/features/families/app-storage/facts.server.ts';
import type { PageServerLoad } from './$types';

/** Boards name a browser by who ships it. */
const BOARD_BROWSERS: Readonly<Record<string, string>> = { chromium: 'chrome' };

/** A row for each step of the C program, a column for each file system. */
function cProgramsOf() {
  const { counts, emscripten, date, machine, method, ...where } = C_PROGRAMS;
  const [first] = counts;
  const timesOf = (at: number) => [
    ...counts.map(({ steps }) => steps[at]?.ns),
    counts.find(({ name }) => name === 'idbfs')?.steps[at]?.keep_ns,
  ];
  return {
    where: measuredWhere(where),
    about: `Emscripten ${emscripten} · ${date} · ${machine}`,
    method,
    names: counts.map(({ name }) => name),
    steps: (first?.steps ?? []).map(({ step, ops }, at) => ({ step, ops, ns: timesOf(at) })),
    left: counts.flatMap(({ name, left_bytes: left, synced_bytes: synced }) =>
      left === null ? [] : [{ name, left, synced }],
    ),
  };
}

/** Here, so that the facts, what chooses among them and the words of the family are no script of the page. */
export const load: PageServerLoad = async (event) => {
  const [words, common, language] = await factWords(languageOf(event));
  const needs = needsOf(event.url.searchParams);
  const asked = MEASURED_FACTS.find(({ browser }) => browser === needs.browser);
  const { choice, avoid } = choose(asked ? measuredRun(asked).result.rows : [], needs);
  return {
    needs,
    offers: { uses: USE_IDS, sizes: SIZE_CHOICES, rows: ROW_COUNTS, contexts: CONTEXTS, worths: WORTHS },
    answer: choice && { ...choice, config: configOf(choice.best) },
    avoid,
    names: words.names,
    programs: cProgramsOf(),
    browsers: MEASURED_FACTS.map((entry) => ({
      ...storeFactsText(entry, words, common, language),
      browser: entry.browser,
      stores: entry.counts.map(({ contender }) => contender),
      cellLinks: entry.counts.map(({ contender }) => cellLinksOf(contender, entry.browser)),
      where: measuredWhere(entry),
      about: `${entry.date} · ${entry.machine}`,
      client: `${entry.os}~${BOARD_BROWSERS[entry.browser] ?? entry.browser}`,
    })),
  };
};
