import type { Figure } from '@opfsmark/schema/figures';
import { figureUnit, formatterIn } from '@opfsmark/schema/report/format';
import { PAGE_CLOCK_STEP_NS } from '$lib/base/format/format.ts';
import { LANGUAGES } from '$lib/base/i18n/languages.ts';
import { useI18n } from '$lib/base/i18n/index.ts';
import { useCommonWords } from './part-name.ts';

/**
 * Within a component: a figure with its unit, as a report writes it; `clockStepNs` is of the clock that measured it, `null` where
 * several did.
 */
export function useFigureText(): (figure: Pick<Figure, 'id' | 'value' | 'unit'>, clockStepNs: number | null) => string {
  const i18n = useI18n();
  const common = useCommonWords();
  return (figure, clockStepNs) => {
    const format = formatterIn(LANGUAGES[i18n.language], common(), clockStepNs ?? PAGE_CLOCK_STEP_NS);
    return format.text({ value: figure.value, unit: figureUnit(figure) });
  };
}
