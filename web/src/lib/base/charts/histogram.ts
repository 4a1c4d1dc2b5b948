import type { ChartConfiguration } from 'chart.js';
import { linearAxis, placeAxis } from './axes.ts';
import { tickNs } from './histogram-bins.ts';
import type { HistogramSpec } from './spec.ts';
import type { Theme } from './theme.ts';

/** What "100 ms" takes with its distance to the next. */
const TICK_PX = 52;
/** From 1 to 2 and from 5 to 10: the shortest way between two ticks of a decade. */
const SHORTEST = Math.log10(2);

export const histogramLook = ({ axis, bins, duration }: HistogramSpec) =>
  [axis, ...bins.map(({ fromNs, calls }) => `${duration(fromNs)} ${calls}`)].join();

export function histogramChart(
  { bins, colour, hatched = false, axis, duration, tick, percent }: HistogramSpec,
  theme: Theme,
): ChartConfiguration<'bar', (number | null)[], string> {
  const total = bins.reduce((sum, { calls }) => sum + calls, 0);
  const decades = bins.length / 10;

  function labelAt(index: number, widthPx: number): string | null {
    const bin = bins[index];
    if (bin?.fromNs === 0) return `≤ ${duration(Number(bin.toNs.toPrecision(1)))}`;
    // The first label is long: the next keeps its distance.
    const crowded = bins[0]?.fromNs === 0 && index < 5;
    const decadePx = widthPx / decades;
    const labelNs = bin && !crowded ? tickNs(bin, decadePx * SHORTEST >= TICK_PX) : null;
    if (labelNs === null) return null;
    const everySecond = decadePx < TICK_PX;
    return everySecond && Math.round(Math.log10(labelNs)) % 2 !== 0 ? null : duration(labelNs);
  }

  return {
    type: 'bar',
    data: {
      labels: bins.map(({ fromNs }) => duration(fromNs)),
      datasets: [
        {
          // Nothing where there is nothing: the least length is for single calls only.
          data: bins.map(({ calls }) => (calls === 0 ? null : calls / total)),
          backgroundColor: hatched ? theme.hatchOf(colour) : theme.colourOf(colour),
          // Stripes have gaps: its edge shows how far a bar goes.
          borderColor: theme.colourOf(colour),
          borderWidth: hatched ? 1 : 0,
          // A single slow call among a million must be seen.
          minBarLength: 2,
          barPercentage: 0.92,
          categoryPercentage: 1,
          borderRadius: 1,
        },
      ],
    },
    options: {
      scales: {
        x: placeAxis(theme, null, {
          maxRotation: 0,
          autoSkip: false,
          callback(_value, index) {
            return labelAt(index, this.width);
          },
        }),
        y: linearAxis(theme, { title: axis, show: tick, maxTicks: 4 }),
      },
      plugins: {
        tooltip: {
          displayColors: false,
          callbacks: {
            title: ([item]) => {
              const bin = bins[item?.dataIndex ?? 0];
              if (!bin) return '';
              return bin.fromNs === 0 ? `≤ ${duration(bin.toNs)}` : `${duration(bin.fromNs)} – ${duration(bin.toNs)}`;
            },
            label: ({ dataIndex }) => {
              const calls = bins[dataIndex]?.calls ?? 0;
              return `${calls} (${percent(calls / total)})`;
            },
          },
        },
      },
    },
  };
}
