import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  Tooltip,
  type ChartConfiguration,
  type ChartTypeRegistry,
} from 'chart.js';
import { assertNever } from '../assert-never.ts';
import { barsChart, barsLook } from './bars.ts';
import { histogramChart, histogramLook } from './histogram.ts';
import { linesChart, linesLook } from './lines.ts';
import type { ChartSpec } from './spec.ts';
import { themeOf, type Theme } from './theme.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, LogarithmicScale);
Chart.register(LineController, LineElement, PointElement, Tooltip);
// Nothing moves by itself, whatever is said about motion: numbers are read, and the page has little time while it measures.
Chart.defaults.animation = false;
Chart.defaults.maintainAspectRatio = false;

/** A chart on its canvas. */
export interface Drawing {
  readonly update: (spec: ChartSpec) => void;
  readonly destroy: () => void;
}

/**
 * Draws a chart. While `look` stays the same an update changes data only: to resolve options anew is most of what it
 * costs.
 */
function open<Type extends keyof ChartTypeRegistry, Data, Label>(
  canvas: HTMLCanvasElement,
  first: ChartConfiguration<Type, Data, Label>,
  firstLook: string,
) {
  const chart = new Chart(canvas, first);
  let known = firstLook;
  return {
    update(next: ChartConfiguration<Type, Data, Label>, look: string) {
      Object.assign(chart, { data: next.data }, look === known ? {} : { options: next.options });
      known = look;
      chart.update('none');
    },
    destroy: () => chart.destroy(),
  };
}

const themeLook = ({ colourOf }: Theme) => `${colourOf('faint')} ${colourOf('line')}`;

/** Loaded only when there is something to draw. */
export function draw(canvas: HTMLCanvasElement, first: ChartSpec): Drawing {
  const made = (spec: ChartSpec) => {
    const theme = themeOf(canvas);
    switch (spec.kind) {
      case 'lines':
        return [linesChart(spec, theme), `${themeLook(theme)} ${linesLook(spec)}`] as const;
      case 'bars':
        return [barsChart(spec, theme, canvas.clientWidth), `${themeLook(theme)} ${barsLook(spec)}`] as const;
      case 'histogram':
        return [histogramChart(spec, theme), `${themeLook(theme)} ${histogramLook(spec)}`] as const;
      default:
        return assertNever(spec);
    }
  };
  const [configuration, look] = made(first);
  const chart = open(canvas, configuration as ChartConfiguration, look);
  return {
    update(spec) {
      const [next, nextLook] = made(spec);
      chart.update(next, nextLook);
    },
    destroy: chart.destroy,
  };
}
