import type { FamilyId } from '@opfsmark/schema/families';
import {
  familyReport,
  folderOf,
  formatterIn,
  type CommonWords,
  type FamilyReport,
  type FamilyWords,
  type Formatter,
  type Run,
} from '@opfsmark/schema/report';
import { LANGUAGES } from '$lib/base/i18n/languages.ts';
import { useI18n, useMessages } from '$lib/base/i18n/index.ts';

/** What a family says of a run in the page's language, and how its numbers are written. */
export interface ShownReport {
  readonly report: FamilyReport;
  readonly format: Formatter;
}

/** Within a component: the report of any run. */
export function useReport(): (family: FamilyId, run: Run) => ShownReport {
  const i18n = useI18n();
  const words = useMessages('families', 'words');
  return (family, run) => {
    const all: Readonly<Record<string, unknown>> = words.messages;
    const common = all['words'] as CommonWords;
    return {
      report: familyReport(family, run, all[folderOf(family)] as FamilyWords, common),
      format: formatterIn(LANGUAGES[i18n.language], common, run.environment.clock_step_ns),
    };
  };
}
