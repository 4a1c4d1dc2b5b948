import type { ChartConfiguration } from 'chart.js';
import { linearAxis, placeAxis } from './axes.ts';
import { linesOfName } from './name-lines.ts';
import type { BarsSpec } from './spec.ts';
import type { Theme } from './theme.ts';

/** Narrower than this a long name takes several lines. */
const NARROW_PX = 480;

export const barsLook = ({ axis, stacked = false }: BarsSpec) => `${axis} ${stacked}`;

export function barsChart(
  spec: BarsSpec,
  theme: Theme,
  widthPx: number,
): ChartConfiguration<'bar', (number | null)[], string | string[]> {
  const { places, bars, stacked = false, axis, show } = spec;
  return {
    type: 'bar',
    data: {
      labels: places.map((place) => (widthPx < NARROW_PX ? linesOfName(place) : place)),
      datasets: bars.map(({ name, colour, values }) => ({
        label: name,
        data: [...values],
        backgroundColor: theme.colourOf(colour),
        minBarLength: stacked ? 0 : 2,
      })),
    },
    options: {
      indexAxis: 'y',
      scales: {
        x: linearAxis(theme, { title: axis, show, maxTicks: 7, stacked }),
        y: { ...placeAxis(theme, null, { autoSkip: false }), stacked },
      },
      plugins: {
        tooltip: { callbacks: { label: ({ dataset, parsed }) => `${dataset.label ?? ''}: ${show(parsed.x ?? 0)}` } },
      },
    },
  };
}
