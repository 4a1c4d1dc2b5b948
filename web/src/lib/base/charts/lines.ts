import type { ChartConfiguration } from 'chart.js';
import { linearAxis, logarithmicAxis, placeAxis } from './axes.ts';
import { logBounds } from './log-axis.ts';
import type { Line, LinesSpec } from './spec.ts';
import type { Theme } from './theme.ts';

/** More points than this are a line without dots. */
const MAX_DOTS = 60;
const DOT_PX = 2.5;
const LONE_DOT_PX = 4;
/** Room for "100,000" at an axis without a title: it stays the same while numbers grow. */
const NARROW_AXIS_PX = 62;

/** A point without neighbours has no line: it is a dot that cannot be missed. */
export function dotRadii(values: Line['values'], usual = values.length > MAX_DOTS ? 0 : DOT_PX): number[] {
  const at = (index: number) => values[index] ?? null;
  return values.map((_, index) => (at(index - 1) === null && at(index + 1) === null ? LONE_DOT_PX : usual));
}

const boundsOf = ({ lines }: LinesSpec) => logBounds(lines.flatMap(({ values }) => values));

/** Changes when not only numbers do. */
export function linesLook(spec: LinesSpec): string {
  const { min, max } = spec.logarithmic ? boundsOf(spec) : { min: 0, max: 0 };
  return [spec.titles?.x, spec.titles?.y, min, max].join();
}

export function linesChart(spec: LinesSpec, theme: Theme): ChartConfiguration<'line', (number | null)[], string> {
  const { titles, tick, show } = spec;
  const value = { title: titles?.y ?? null, show: tick, maxTicks: titles ? 6 : 3 };
  return {
    type: 'line',
    data: {
      labels: [...spec.places],
      datasets: spec.lines.map(({ name, colour, dashed = false, dots = true, values }) => ({
        label: name,
        data: [...values],
        borderColor: theme.colourOf(colour),
        backgroundColor: theme.colourOf(colour),
        borderWidth: 1.75,
        borderDash: dashed ? [5, 4] : [],
        pointRadius: titles && dots ? dotRadii(values) : dotRadii(values, 0),
        spanGaps: false,
      })),
    },
    options: {
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          ...placeAxis(theme, titles?.x ?? null, { display: titles !== null, maxRotation: 0, autoSkipPadding: 16 }),
        },
        y: {
          ...(spec.logarithmic ? logarithmicAxis(theme, boundsOf(spec), value) : linearAxis(theme, value)),
          ...(titles ? {} : { afterFit: (axis: { width: number }) => void (axis.width = NARROW_AXIS_PX) }),
        },
      },
      plugins: {
        tooltip: { callbacks: { label: ({ dataset, parsed }) => `${dataset.label ?? ''}: ${show(parsed.y ?? 0)}` } },
      },
    },
  };
}
