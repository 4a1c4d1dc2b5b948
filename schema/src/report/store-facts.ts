import type { LanguageInfo } from '../answer/words/languages.ts';
import { clientName } from '../documents/client-name.ts';
import { type MeasuredIn, conformanceOf } from '../families/app-storage/facts.ts';
import { storeTables } from '../families/app-storage/report.ts';
import { standardPlan } from '../families/families.ts';
import { isTable } from '../families/report.ts';
import { familyReport, type Run } from './families.ts';
import { type FormatWords, formatterIn, tableText, type TableText } from './format.ts';
import { markdownTable } from './forms/text.ts';
import type { FamilyWords } from './names.ts';

/** "Chromium 156.0.8078.108, Linux" */
export const measuredWhere = ({ browser, version, os }: Pick<MeasuredIn, 'browser' | 'version' | 'os'>): string =>
  `${clientName({ family: browser, major: null })} ${version}, ${clientName({ family: os, major: null })}`;

/** The facts of one browser as the run that they are from. */
export const measuredRun = ({ browser, counts }: Pick<MeasuredIn, 'browser' | 'counts'>): Run<'app-storage'> => ({
  plan: standardPlan('app-storage'),
  result: {
    family: 'app-storage',
    rows: counts.map((row) => ({
      ...row,
      conformance: conformanceOf(row.contender, browser),
      countedIn: browser,
    })),
  },
  environment: { engine: 'opfs-sync', clock_step_ns: 0 },
});

type Language = Omit<LanguageInfo, 'name'>;

interface StoreFactsText {
  readonly lead: readonly string[];
  readonly hint: string;
  readonly table: TableText | null;
}

/** The store for each use in one browser, and the facts of all stores. */
export function storeFactsText(
  entry: MeasuredIn,
  words: FamilyWords,
  common: FormatWords,
  language: Language,
): StoreFactsText {
  const { lead, hints, parts } = familyReport('app-storage', measuredRun(entry), words, common);
  const format = formatterIn(language, common, 0);
  const [table] = parts.filter(isTable);
  return {
    lead: lead.map((line) => format.phrase(line)),
    hint: format.phrases(hints),
    table: table ? tableText(table, format) : null,
  };
}

/** All that is known of one store in one browser; `null` where nothing was measured there. */
export function storeTexts(
  entry: MeasuredIn,
  contender: string,
  words: FamilyWords,
  common: FormatWords,
  language: Language,
): readonly TableText[] {
  const row = measuredRun(entry).result.rows.find((one) => one.contender === contender);
  const format = formatterIn(language, common, 0);
  return row
    ? storeTables(row, words as unknown as Parameters<typeof storeTables>[1]).map((table) => tableText(table, format))
    : [];
}

/** The facts of stores in one browser, and which to use for what: for a README. */
export function storeFactsMarkdown(
  entry: MeasuredIn,
  words: FamilyWords,
  common: FormatWords,
  language: Language,
): string {
  const { lead, hint, table } = storeFactsText(entry, words, common, language);
  return [
    `**${measuredWhere(entry)}** (OPFSMark, ${entry.date}, ${entry.machine})`,
    '',
    ...lead.map((line) => `- ${line}`),
    '',
    ...(table ? [...markdownTable(table), '', table.hint, ''] : []),
    hint,
    '',
  ].join('\n');
}
