import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { tickNs, type Bin } from './histogram-bins.ts';

/** What "100 ms" takes with its distance to the next. */
const TICK_PX = 52;

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

export interface HistogramChartOptions {
  readonly bins: readonly Bin[];
  readonly colour: 'read' | 'write';
  readonly axis: string;
  readonly duration: (ns: number) => string;
  readonly percent: (fraction: number) => string;
}

/** Draws one histogram; the result takes it down again. Loaded only when there is one to draw. */
export function drawHistogram(canvas: HTMLCanvasElement, options: HistogramChartOptions): () => void {
  const { bins, duration, percent } = options;
  const style = getComputedStyle(canvas);
  const colourOf = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const total = bins.reduce((sum, { calls }) => sum + calls, 0);
  const decades = bins.length / 10;
  const font = { family: style.fontFamily, size: 12 };

  const chart = new Chart(canvas, {
    type: 'bar',
    data: {
      labels: bins.map(({ fromNs }) => duration(fromNs)),
      datasets: [
        {
          // Nothing where there is nothing: the least length is for single calls only.
          data: bins.map(({ calls }) => (calls === 0 ? null : calls / total)),
          backgroundColor: colourOf(options.colour),
          // A single slow call among a million must be seen.
          minBarLength: 2,
          barPercentage: 0.92,
          categoryPercentage: 1,
          borderRadius: 1,
        },
      ],
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      scales: {
        x: {
          grid: { display: false },
          border: { color: colourOf('line') },
          ticks: {
            color: colourOf('faint'),
            font,
            maxRotation: 0,
            autoSkip: false,
            callback(_value, index) {
              const bin = bins[index];
              if (bin?.fromNs === 0) return `≤ ${duration(Number(bin.toNs.toPrecision(1)))}`;
              // The first label is long: the next keeps its distance.
              const crowded = bins[0]?.fromNs === 0 && index < 5;
              const tick = bin && !crowded ? tickNs(bin, decades) : null;
              if (tick === null) return null;
              const everySecond = this.width / decades < TICK_PX;
              return everySecond && Math.round(Math.log10(tick)) % 2 !== 0 ? null : duration(tick);
            },
          },
        },
        y: {
          beginAtZero: true,
          title: { display: true, text: options.axis, color: colourOf('faint'), font },
          grid: { color: colourOf('line2') },
          border: { display: false },
          ticks: { color: colourOf('faint'), font, maxTicksLimit: 4, callback: (value) => percent(Number(value)) },
        },
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
  });
  return () => chart.destroy();
}
