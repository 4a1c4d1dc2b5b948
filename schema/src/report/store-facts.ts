import type { LanguageInfo } from '../answer/words/languages.ts';
import { clientName } from '../documents/client-name.ts';
import { type MeasuredIn, conformanceOf } from '../families/app-storage/facts.ts';
import { standardPlan } from '../families/families.ts';
import { isTable } from '../families/report.ts';
import { familyReport, type Run } from './families.ts';
import { type FormatWords, formatterIn, tableText } from './format.ts';
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

/** The facts of stores in one browser, and which to use for what: for a README. */
export function storeFactsMarkdown(
  entry: MeasuredIn,
  words: FamilyWords,
  common: FormatWords,
  language: Omit<LanguageInfo, 'name'>,
): string {
  const { lead, hints, parts } = familyReport('app-storage', measuredRun(entry), words, common);
  const format = formatterIn(language, common, 0);
  const tables = parts.filter(isTable).map((table) => tableText(table, format));
  return [
    `**${measuredWhere(entry)}** (OPFSMark, ${entry.date}, ${entry.machine})`,
    '',
    ...lead.map((line) => `- ${format.phrase(line)}`),
    '',
    ...tables.flatMap((table) => [...markdownTable(table), '', table.hint, '']),
    format.phrases(hints),
    '',
  ].join('\n');
}
