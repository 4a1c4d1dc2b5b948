import { amount, quantity } from '../../figures/figure.ts';
import { type CommonWords, type Described, type FamilyReport, NO_REPORT, phrase, type Translation } from '../report.ts';
import type en from './en.ts';
import { durabilityFigures, durabilityOrigin, isFlushedBriefly } from './figures.ts';
import { gradeFlush } from '../verdict.ts';
import type { DurabilityPlan, DurabilityResult } from './schema.ts';

export { default as english } from './en.ts';

export function report(
  run: Described<DurabilityPlan, DurabilityResult>,
  words: Translation<typeof en>,
  common: CommonWords,
): FamilyReport {
  const figures = durabilityFigures(run.result).map((figure) => ({
    ...figure,
    origin: durabilityOrigin(run, figure.mode),
  }));
  const eachFigure = figures.find(({ mode }) => mode === 'each');
  if (figures.length === 0) return NO_REPORT;
  return {
    // What is no slower has no share that is left: the sentence says so.
    lead:
      eachFigure?.ratio == null || gradeFlush(1 / eachFigure.ratio) === 'free'
        ? []
        : [
            phrase(words.summary, {
              ratio: amount(eachFigure.ratio, 'share'),
              loops: amount(eachFigure.loops, 'count'),
            }),
          ],
    hints: isFlushedBriefly(figures) && !run.isRunning ? [phrase(words.short)] : [],
    parts: [
      {
        kind: 'table',
        caption: common.figures,
        columns: [
          { name: common.test },
          { unit: 'bytes_per_s' },
          { name: common.ratio },
          { name: words.call },
          { name: words.measured },
        ],
        rows: figures.map(({ mode, interval, ratio, callNs, measuredNs, origin }) => [
          words.names[mode],
          quantity(interval, 'bytes_per_s', origin),
          amount(ratio, 'ratio'),
          amount(callNs, 'ns', origin),
          amount(measuredNs, 'ns'),
        ]),
      },
      {
        kind: 'bars',
        title: words.chart,
        places: figures.map(({ mode, origin }) => ({
          name: words.names[mode],
          origin: mode === 'none' ? null : origin,
        })),
        axis: common.rightIsFaster,
        unit: 'ratio',
        isLogarithmic: true,
        series: [{ name: common.ratio, colour: 'write', values: figures.map(({ ratio }) => ratio) }],
      },
    ],
  };
}
