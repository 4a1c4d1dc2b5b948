import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  Tooltip,
  type ChartConfiguration,
} from 'chart.js';
import { showChart } from './show-chart.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

/** Narrower than this a long name takes two lines, broken at its comma. */
const NARROW_PX = 480;

export interface Bars {
  readonly name: string;
  readonly colour: 'read' | 'write' | 'muted' | 'mixed' | 'line';
  readonly values: readonly (number | null)[];
}

export interface BarChartOptions {
  readonly places: readonly string[];
  readonly bars: readonly Bars[];
  readonly stacked: boolean;
  readonly axis: string;
  readonly show: (value: number) => string;
}

/** Lying bars, one place a row; a chart that is there is brought up to date. */
export function drawBarChart(canvas: HTMLCanvasElement, options: BarChartOptions): () => void {
  const style = getComputedStyle(canvas);
  const colourOf = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const font = { family: style.fontFamily, size: 12 };
  const ticks = { color: colourOf('faint'), font };

  const configuration = {
    type: 'bar',
    data: {
      labels: options.places.map((place) => (canvas.clientWidth < NARROW_PX ? place.split(/, |(?<=、)/) : place)),
      datasets: options.bars.map(({ name, colour, values }) => ({
        label: name,
        data: [...values],
        backgroundColor: colourOf(colour),
        minBarLength: options.stacked ? 0 : 2,
      })),
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      indexAxis: 'y',
      scales: {
        x: {
          stacked: options.stacked,
          title: { display: true, text: options.axis, color: colourOf('faint'), font },
          grid: { color: colourOf('line2') },
          border: { display: false },
          ticks: { ...ticks, maxTicksLimit: 7, callback: (value) => options.show(Number(value)) },
        },
        y: {
          stacked: options.stacked,
          grid: { display: false },
          border: { color: colourOf('line') },
          ticks: { ...ticks, autoSkip: false },
        },
      },
      plugins: {
        tooltip: {
          callbacks: { label: ({ dataset, parsed }) => `${dataset.label ?? ''}: ${options.show(parsed.x ?? 0)}` },
        },
      },
    },
  } satisfies ChartConfiguration<'bar', (number | null)[], string | string[]>;

  return showChart(canvas, configuration, [options.axis, `${options.stacked}`, colourOf('faint'), colourOf('line')]);
}
