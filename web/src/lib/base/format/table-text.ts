import type { Format } from './format.ts';
import type { BarChartOptions } from '../charts/bar-chart.ts';
import type { XyChartOptions } from '../charts/xy-chart.ts';

/** Draws lines over places; loads the library when the first chart is there. */
export async function lineChart(canvas: HTMLCanvasElement, options: XyChartOptions): Promise<() => void> {
  const { drawXyChart } = await import('../charts/xy-chart.ts');
  return drawXyChart(canvas, options);
}

export async function barChart(canvas: HTMLCanvasElement, options: BarChartOptions): Promise<() => void> {
  const { drawBarChart } = await import('../charts/bar-chart.ts');
  return drawBarChart(canvas, options);
}

export const NOTHING = '–';

/** A number that may not be there. */
export const orDash = (value: number | null, show: (value: number) => string) =>
  value === null ? NOTHING : show(value);

export const mbs = (format: Format, bytesPerS: number | null) =>
  orDash(bytesPerS, (value) => format.number(value / 1e6));

/** "× 0.05" for what is less, "× 20.1" for what is more. */
export const times = (format: Format, ratio: number | null) => orDash(ratio, (value) => `× ${format.number(value)}`);
