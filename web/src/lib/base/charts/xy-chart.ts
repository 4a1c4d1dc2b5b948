import {
  CategoryScale,
  Chart,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  Tooltip,
  type ChartConfiguration,
} from 'chart.js';
import { showChart } from './show-chart.ts';

Chart.register(CategoryScale, LineController, LineElement, LinearScale, LogarithmicScale, PointElement, Tooltip);

export interface Line {
  readonly name: string;
  readonly colour: 'read' | 'write' | 'muted';
  readonly dashed?: boolean;
  /** One for each place on the x axis; `null` leaves a gap. */
  readonly values: readonly (number | null)[];
}

export interface XyChartOptions {
  /** Places on the x axis, evenly apart: powers of two make that a logarithmic axis. */
  readonly places: readonly string[];
  readonly lines: readonly Line[];
  readonly xTitle: string;
  readonly yTitle: string;
  readonly logarithmic: boolean;
  readonly show: (value: number) => string;
}

/** Draws lines over places, or brings a chart that is there up to date; the result takes it down. Loaded only when there is something to draw. */
export function drawXyChart(canvas: HTMLCanvasElement, options: XyChartOptions): () => void {
  const style = getComputedStyle(canvas);
  const colourOf = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const font = { family: style.fontFamily, size: 12 };
  const title = (text: string) => ({ display: true, text, color: colourOf('faint'), font });
  const ticks = { color: colourOf('faint'), font };

  const configuration = {
    type: 'line',
    data: {
      labels: [...options.places],
      datasets: options.lines.map(({ name, colour, dashed = false, values }) => ({
        label: name,
        data: [...values],
        borderColor: colourOf(colour),
        backgroundColor: colourOf(colour),
        borderWidth: 1.75,
        borderDash: dashed ? [5, 4] : [],
        pointRadius: values.length > 60 ? 0 : 2.5,
        spanGaps: false,
      })),
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          title: title(options.xTitle),
          grid: { display: false },
          border: { color: colourOf('line') },
          ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 16 },
        },
        y: {
          type: options.logarithmic ? 'logarithmic' : 'linear',
          title: title(options.yTitle),
          grid: { color: colourOf('line2') },
          border: { display: false },
          ticks: { ...ticks, maxTicksLimit: 6, callback: (value) => options.show(Number(value)) },
        },
      },
      plugins: {
        tooltip: {
          callbacks: { label: ({ dataset, parsed }) => `${dataset.label ?? ''}: ${options.show(parsed.y ?? 0)}` },
        },
      },
    },
  } satisfies ChartConfiguration<'line', (number | null)[], string>;

  const { xTitle, yTitle, logarithmic } = options;
  return showChart(canvas, configuration, [xTitle, yTitle, `${logarithmic}`, colourOf('faint'), colourOf('line')]);
}
