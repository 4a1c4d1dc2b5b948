import type { FamilyId } from '@opfsmark/schema/families';
import { familyReport, formatterIn, type FamilyReport, type Formatter, type Run } from '@opfsmark/schema/report';
import { LANGUAGES } from '$lib/base/i18n/languages.ts';
import { useCommonWords, useFamilyWords } from '$lib/base/figures/part-name.ts';
import { useI18n } from '$lib/base/i18n/index.ts';

/** What a family says of a run in the page's language, and how its numbers are written. */
export interface ShownReport {
  readonly report: FamilyReport;
  readonly format: Formatter;
}

/** Within a component: the report of any run. */
export function useReport(): (family: FamilyId, run: Run) => ShownReport {
  const i18n = useI18n();
  const words = useFamilyWords();
  const common = useCommonWords();
  return (family, run) => ({
    report: familyReport(family, run, words(family), common()),
    format: formatterIn(LANGUAGES[i18n.language], common(), run.environment.clock_step_ns),
  });
}
