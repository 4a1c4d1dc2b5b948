import type { Figure } from '@opfsmark/schema/figures';
import { figureUnit, formatterIn } from '@opfsmark/schema/report/format';
import type { Format } from '../format/format.ts';
import { LANGUAGES } from '../i18n/languages.ts';
import { useI18n } from '../i18n/index.ts';
import { useCommonWords } from './family-words.ts';

/**
 * Where several clocks measured, as on boards, no time of a call is told finer than by the finest that a browser gives a
 * page: it hides the middle of a histogram's bucket, which no clock has seen.
 */
const PAGE_CLOCK_STEP_NS = 5_000;

/** The time of a call; `null`: by several clocks, or one that is not known. */
export function callTime(format: Pick<Format, 'latencyText'>, ns: number, clockStepNs: number | null): string {
  return format.latencyText(ns, clockStepNs ?? PAGE_CLOCK_STEP_NS);
}

/**
 * Within a component: a figure with its unit, as a report writes it; `clockStepNs` is of the clock that measured it, `null` where
 * several did.
 */
export function useFigureText(): (
  figure: Pick<Figure, 'value' | 'unit' | 'of_call'>,
  clockStepNs: number | null,
) => string {
  const i18n = useI18n();
  const common = useCommonWords();
  return (figure, clockStepNs) => {
    const format = formatterIn(LANGUAGES[i18n.language], common(), clockStepNs ?? PAGE_CLOCK_STEP_NS);
    return format.text({ value: figure.value, unit: figureUnit(figure) });
  };
}

/** Two significant digits: one decimal under 10, and two where one would say 1.0. */
export function roundFactor(factor: number): { readonly value: number; readonly digits: number } {
  if (factor < 1.05) return { value: factor, digits: 2 };
  const value = Number(factor.toPrecision(2));
  return { value, digits: value < 10 ? 1 : 0 };
}
