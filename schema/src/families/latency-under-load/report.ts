import { amount, quantity } from '../../figures/figure.ts';
import { type MeasuredValue, shownInterval } from '../../figures/loops.ts';
import {
  NO_REPORT,
  phrase,
  type CommonWords,
  type Described,
  type FamilyReport,
  type Phrase,
  type Series,
  type Translation,
} from '../report.ts';
import type en from './en.ts';
import {
  LOAD_PERCENTILE_IDS,
  underLoadFigures,
  underLoadOrigin,
  type LoadFigure,
  type LoadPercentile,
} from './figures.ts';
import type { UnderLoadPlan, UnderLoadResult } from './schema.ts';

export { default as english } from './en.ts';

type Words = Translation<typeof en>;

/** Two colours tell the usual from the rare, and dashes the rarer of each. */
const LINES: Readonly<Record<LoadPercentile, Pick<Series, 'colour' | 'isDashed'>>> = {
  p50: { colour: 'read' },
  p95: { colour: 'read', isDashed: true },
  p99: { colour: 'write' },
  'p99.9': { colour: 'write', isDashed: true },
};

/** A tenth of the median is no longer small beside it. */
const MAX_LATE_SHARE = 0.1;
const isLate = ({ lateNs, percentiles: { p50 } }: LoadFigure) => p50 !== null && lateNs > MAX_LATE_SHARE * p50.value;

function capacityPhrase(capacity: MeasuredValue, words: Words): Phrase {
  const rate = (value: number) => amount(Math.round(value), 'count');
  const interval = shownInterval(capacity);
  if (interval === null) return phrase(words.capacityOnce, { rate: rate(capacity.value) });
  const { low, high } = interval;
  return phrase(words.capacity, { rate: rate(capacity.value), low: rate(low), high: rate(high) });
}

export function report(
  run: Described<UnderLoadPlan, UnderLoadResult>,
  words: Words,
  common: CommonWords,
): FamilyReport {
  const { capacity, loads } = underLoadFigures(run.result);
  if (!capacity || loads.length === 0) return NO_REPORT;
  const origin = underLoadOrigin(run);
  const { p50, p95, p99, p999 } = common;
  const percentileWord = (id: LoadPercentile) => ({ p50, p95, p99, 'p99.9': p999 })[id];
  const lateTimes = loads.filter(isLate).map(({ lateNs }) => lateNs);
  const loadsBehind = run.isRunning ? [] : loads.filter(({ calls, due }) => calls < due);
  return {
    lead: [capacityPhrase(capacity, words)],
    hints: [
      ...(lateTimes.length > 0 ? [phrase(words.late, { time: amount(Math.max(...lateTimes), 'ns') })] : []),
      ...loadsBehind.map(({ percent, calls, due }) =>
        phrase(words.behind, { load: words.names[`load-${percent}`], calls: amount(due - calls, 'count') }),
      ),
    ],
    parts: [
      {
        kind: 'table',
        caption: common.figures,
        columns: [{ name: common.time }, ...loads.map(({ percent }) => ({ name: words.names[`load-${percent}`] }))],
        rows: [
          ...LOAD_PERCENTILE_IDS.map((id) => [
            percentileWord(id),
            ...loads.map(({ percentiles }) => percentiles[id] && quantity(percentiles[id], 'call_ns', origin)),
          ]),
          [words.longest, ...loads.map(({ maxNs }) => amount(maxNs, 'call_ns', origin))],
          [words.writes, ...loads.map(({ calls }) => amount(calls, 'count'))],
        ],
        hints: [phrase(words.due)],
      },
      {
        kind: 'lines',
        title: words.chart,
        places: loads.map(({ percent }) => amount(percent / 100, 'share')),
        axis: words.load,
        unit: 'call_ns',
        isLogarithmic: true,
        series: LOAD_PERCENTILE_IDS.map((id) => ({
          name: percentileWord(id),
          ...LINES[id],
          origin,
          values: loads.map(({ percentiles }) => percentiles[id]?.value ?? null),
        })),
      },
    ],
  };
}
