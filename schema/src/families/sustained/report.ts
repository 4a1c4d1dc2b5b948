import { MB_PER_S } from '../../figures/units.ts';
import { sum } from '../../documents/stats.ts';
import { amount } from '../../figures/figure.ts';
import { type Described, type FamilyReport, NO_REPORT, phrase, type Phrase, type Translation } from '../report.ts';
import type en from './en.ts';
import { type SustainedFigures, sustainedFigures, sustainedOrigin } from './figures.ts';
import { STEADY_ROUNDS } from './rounds.ts';
import type { SustainedPlan, SustainedResult } from './schema.ts';

export { default as english } from './en.ts';

/** Whether the drive came to a steady state: what fewer rounds than that takes cannot tell. */
function steadiness({ levels, steadyFromRound: from }: SustainedFigures, words: Translation<typeof en>): Phrase[] {
  const count = (value: number) => amount(value, 'count');
  if (from !== null) return [phrase(words.steady, { from: count(from + 1), to: count(from + STEADY_ROUNDS) })];
  const last = levels.at(-1);
  return last && last.toRound - last.fromRound >= STEADY_ROUNDS ? [phrase(words.unsteady)] : [];
}

export function report(run: Described<SustainedPlan, SustainedResult>, words: Translation<typeof en>): FamilyReport {
  const { plan, result } = run;
  const figures = sustainedFigures(result, plan);
  const { rounds, levels } = figures;
  if (rounds.length === 0) return NO_REPORT;
  const origin = sustainedOrigin(run);
  const fillBytes = result.fill?.bytes ?? 0;
  const writtenAmount = (count: number) => amount(fillBytes + count * plan.round_bytes, 'bytes');
  const inRounds = amount(rounds.length * plan.round_bytes, 'bytes');
  const changes = levels.flatMap(({ ratio, afterBytes }) => {
    if (ratio === null) return [];
    const values = { ratio: amount(ratio, 'share'), bytes: amount(afterBytes, 'bytes') };
    return [phrase(ratio < 1 ? words.fell : words.rose, values)];
  });
  const seconds = sum(rounds.map((rate) => plan.round_bytes / rate));
  const hasChanges = levels.length > 1;
  return {
    lead: changes.length > 0 ? changes : [phrase(words.same, { bytes: inRounds, time: amount(seconds * 1e9, 'ns') })],
    hints: [...steadiness(figures, words), ...(run.isRunning ? [] : [phrase(words.ended[result.ended])])],
    parts: [
      {
        kind: 'lines',
        title: words.chart,
        places: rounds.map((_, round) => writtenAmount(round + 1)),
        axis: words.from,
        unit: 'bytes_per_s',
        series: [
          { name: MB_PER_S, colour: 'write', values: rounds, origin },
          {
            name: words.level,
            colour: 'muted',
            values: levels.flatMap(({ fromRound, toRound, bytesPerS }) =>
              Array.from({ length: toRound - fromRound }, () => bytesPerS),
            ),
            origin,
          },
        ],
      },
      {
        kind: 'table',
        tab: 'figures',
        caption: words.level,
        columns: [
          { name: words.from },
          { name: words.rounds },
          { unit: 'bytes_per_s' },
          ...(hasChanges ? [{ name: words.change }] : []),
        ],
        rows: levels.map(({ afterBytes, fromRound, toRound, bytesPerS, ratio }) => [
          amount(afterBytes, 'bytes'),
          amount(toRound - fromRound, 'count'),
          amount(bytesPerS, 'bytes_per_s', origin),
          ...(hasChanges ? [amount(ratio, 'ratio')] : []),
        ]),
      },
      {
        kind: 'table',
        tab: 'figures',
        caption: words.roundTable,
        columns: [{ name: words.round }, { name: words.from }, { unit: 'bytes_per_s' }],
        rows: rounds.map((rate, round) => [
          amount(round + 1, 'count'),
          writtenAmount(round + 1),
          amount(rate, 'bytes_per_s', origin),
        ]),
      },
    ],
  };
}
