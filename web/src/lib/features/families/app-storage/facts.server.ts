import { sizeText } from '@opfsmark/schema/documents';
import {
  CONTENDERS,
  CONTENDER_IDS,
  type ContenderId,
  LIBRARIES,
} from '@opfsmark/schema/families/app-storage/contender-ids';
import { CONTEXTS, type Needs, ROW_COUNTS, WORTHS } from '@opfsmark/schema/families/app-storage/choice';
import { analyticsOf } from '@opfsmark/schema/families/app-storage/analytics';
import { contentionOf } from '@opfsmark/schema/families/app-storage/contention';
import { newestCount, syncsOf } from '@opfsmark/schema/families/app-storage/contenders';
import { bulkOf, costsOf } from '@opfsmark/schema/families/app-storage/costs';
import { MEASURED_FACTS, TRANSACTION_COUNTS } from '@opfsmark/schema/families/app-storage/facts';
import { crossingOf, curveOf, sizesOf } from '@opfsmark/schema/families/app-storage/sizes';
import { survivedOf } from '@opfsmark/schema/families/app-storage/survived';
import { USE_IDS } from '@opfsmark/schema/families/app-storage/verdict';
import type { CommonWords } from '@opfsmark/schema/report';
import type { FamilyWords } from '@opfsmark/schema/report/names';
import { type Language, LANGUAGES } from '$lib/base/i18n/languages.ts';
import { texts } from '$lib/base/i18n/texts.ts';

/** The words of the facts of storage for apps, and how a language writes numbers. */
export async function factWords(language: Language) {
  await texts.load(language, 'families', 'site');
  const { words } = texts.messages(language, 'families');
  const { origins } = texts.messages(language, 'site').answer;
  const common = { ...(words['words'] as CommonWords), origins };
  return [words['app-storage'] as FamilyWords, common, LANGUAGES[language]] as const;
}

/** The store of a name: its own, or with its library before it, as `wa-sqlite-coop`. */
export const storeNamed = (name: string): ContenderId | undefined =>
  CONTENDER_IDS.find((id) => name === id || name === `${CONTENDERS[id].library}-${id}`);

/** The parts of a store. */
export function settingOf(id: ContenderId) {
  const { name, setting, source, library } = CONTENDERS[id];
  const { package: packageName, version, licence } = LIBRARIES[library];
  return { id, name, setting, source, package: packageName, version, licence };
}

/** To be copied: what to install and the switches that the facts hold for. */
export function configOf(id: ContenderId): string {
  const { setting, package: packageName, version } = settingOf(id);
  return JSON.stringify({ store: id, ...(packageName && { package: `${packageName}@${version}` }), setting });
}

/** The columns of the table of all stores behind the name, by what has counted them. */
const CELL_RUNS = ['survive', 'contention', 'conform', 'facts', 'shipped'] as const;

/** The lab that counted the facts of a store in a browser, how and when. */
export function runsOf(id: ContenderId, browser: string) {
  const entry = MEASURED_FACTS.find((one) => one.browser === browser);
  const found = {
    survive: survivedOf(id, browser)?.in,
    contention: contentionOf(id, browser)?.in,
    conform: newestCount(id, TRANSACTION_COUNTS, browser)?.in,
    facts: entry?.counts.some(({ contender }) => contender === id) ? entry : undefined,
    syncs: syncsOf(id, browser)?.in,
    sizes: sizesOf(id, browser)?.in,
    costs: costsOf(id, browser)?.in,
    bulk: bulkOf(id, browser)?.in,
    analytics: analyticsOf(id, browser)?.in,
  };
  const option = browser === 'chromium' ? '' : ` --${browser}`;
  return Object.entries(found).flatMap(([command, run]) => {
    if (!run) return [];
    const { version, date, method } = run;
    const { machine } = run as { machine?: string };
    const about = [`${run.browser} ${version}`, run.os, ...(machine === undefined ? [] : [machine]), date].join(' · ');
    return [{ id: `${browser}-${command}`, about, method, command: `npm run ${command} -w labs --${option} ${id}` }];
  });
}

/** Where each cell of a store leads: to the run that says it; nowhere where nobody has counted. */
export function cellLinksOf(id: ContenderId, browser: string): string[] {
  const runIds = runsOf(id, browser).map((run) => run.id);
  const row = MEASURED_FACTS.find((one) => one.browser === browser)?.counts.find(({ contender }) => contender === id);
  /** That only one can open it is seen by every run, and why it does not run at all. */
  const isAlone = row?.two_tabs !== undefined && row.two_tabs.second !== 'shared';
  const isObstructed = row !== undefined && row.status !== 'done';
  return CELL_RUNS.map((column) => {
    if (column === 'shipped') return `/storage/${id}#${column}`;
    const own = `${browser}-${column}`;
    const isSeenByFacts = (column === 'contention' && isAlone) || (isObstructed && !runIds.includes(own));
    const anchor = isSeenByFacts ? `${browser}-facts` : own;
    return runIds.includes(anchor) ? `/storage/${id}#${anchor}` : '';
  });
}

/** The time of a value by its size, in this store and in those whose order with it turns over. */
export function curvesOf(id: ContenderId, browser: string) {
  const curve = curveOf(sizesOf(id, browser)?.count.sizes ?? []);
  const others = CONTENDER_IDS.flatMap((other) => {
    const sizes = other === id ? null : sizesOf(other, browser)?.count.sizes;
    const otherCurve = curveOf(sizes ?? []);
    const crossing = crossingOf(curve, otherCurve);
    return crossing ? [{ other, curve: otherCurve, crossing }] : [];
  });
  return { curve, others };
}

/** The size and the time of "a value of 268435456 bytes takes longer than 20 s", as it was recorded; `null` of other reasons. */
export function slowValueIn(stopped: string): { readonly size: string; readonly time: string } | null {
  const [, bytes, time] = /^a value of (\d+) bytes takes longer than (\d+ s)$/.exec(stopped) ?? [];
  return bytes === undefined || time === undefined ? null : { size: sizeText(Number(bytes)), time };
}

/** The sizes of values that are asked for. */
const SIZES = [1024, 65_536, 1_048_576, 16_777_216, 268_435_456, 1_073_741_824];
export const SIZE_CHOICES = SIZES.map((bytes) => ({ bytes, text: sizeText(bytes) }));

function oneOf<T extends string | number>(choices: readonly T[], text: string | null, standard: T): T {
  return choices.find((choice) => String(choice) === text) ?? standard;
}

/** The needs in an address; anything else is the usual. */
export function needsOf(parameters: URLSearchParams): Needs & { readonly browser: string } {
  const at = (name: string) => parameters.get(name);
  return {
    use: oneOf(USE_IDS, at('use'), 'notes'),
    bytes: oneOf(SIZES, at('size'), 1024),
    rows: oneOf(ROW_COUNTS, at('rows'), 1_000),
    contexts: oneOf(CONTEXTS, at('at-once'), 2),
    worth: oneOf(WORTHS, at('save'), 'power_cut'),
    browser: oneOf(
      MEASURED_FACTS.map(({ browser }) => browser),
      at('browser'),
      MEASURED_FACTS[0]?.browser ?? 'chromium',
    ),
  };
}
