import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  type ChartTypeRegistry,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  Tooltip,
} from 'chart.js';
import { linearAxis, logarithmicAxis, logBounds, placeAxis, type Theme, themeOf } from './axes.ts';
import type { BarsSpec, ChartSpec, HistogramSpec, ChartLine, LinesSpec } from './spec.ts';
import { tickNs } from './histogram-bins.ts';
import { assertNever } from '../assert-never.ts';

/** Signs of Latin on a line; one of Japanese is twice as wide. */
const MAX_SIGNS = 18;
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/gu;
/** Japanese has no spaces: a word in Katakana begins or ends there. */
const BETWEEN_WORDS =
  /(?<=\s)|(?<=[\p{Script=Hiragana}\p{Script=Han}])(?=\p{Script=Katakana})|(?<=[\p{Script=Katakana}ー])(?=\p{Script=Han})/u;

const signsOf = (text: string) => text.length + (text.match(JAPANESE)?.length ?? 0);

function linesOfPart(part: string): string[] {
  const lines: string[] = [];
  for (const word of part.split(BETWEEN_WORDS)) {
    const longer = `${lines.at(-1) ?? ''}${word}`;
    if (lines.length > 0 && signsOf(longer.trimEnd()) <= MAX_SIGNS) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => line.trimEnd());
}

/** A name in short lines, broken at its comma and between words. */
export const linesOfName = (name: string): string[] => name.split(/, |(?<=、)/).flatMap(linesOfPart);

/** Narrower than this a long name takes several lines. */
const NARROW_PX = 480;

const barsLook = ({ axis, stacked = false }: BarsSpec) => `${axis} ${stacked}`;

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

/** The width of "100 ms" with its distance to the next. */
const TICK_PX = 52;
/** From 1 to 2 and from 5 to 10: the shortest way between two ticks of a decade. */
const SHORTEST = Math.log10(2);

const histogramLook = ({ axis, bins, duration }: HistogramSpec) =>
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
    const isCrowded = bins[0]?.fromNs === 0 && index < 5;
    const decadePx = widthPx / decades;
    const labelNs = bin && !isCrowded ? tickNs(bin, decadePx * SHORTEST >= TICK_PX) : null;
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

/** More points than this are a line without dots. */
const MAX_DOTS = 60;
const DOT_PX = 2.5;
const LONE_DOT_PX = 4;
/** Room for "100,000" at an axis without a title: it stays the same while numbers grow. */
const NARROW_AXIS_PX = 62;

/** A point without neighbours has no line: it is a dot that cannot be missed. */
export function dotRadii(values: ChartLine['values'], usual = values.length > MAX_DOTS ? 0 : DOT_PX): number[] {
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
  let currentLook = firstLook;
  return {
    update(configuration: ChartConfiguration<Type, Data, Label>, look: string) {
      Object.assign(
        chart,
        { data: configuration.data },
        look === currentLook ? {} : { options: configuration.options },
      );
      currentLook = look;
      chart.update('none');
    },
    destroy: () => chart.destroy(),
  };
}

const themeLook = ({ colourOf }: Theme) => `${colourOf('faint')} ${colourOf('line')}`;

/** Loaded only when there is something to draw. */
export function draw(canvas: HTMLCanvasElement, first: ChartSpec): Drawing {
  const configurationOf = (spec: ChartSpec) => {
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
  const [configuration, look] = configurationOf(first);
  const chart = open(canvas, configuration as ChartConfiguration, look);
  return {
    update(spec) {
      const [nextConfiguration, nextLook] = configurationOf(spec);
      chart.update(nextConfiguration, nextLook);
    },
    destroy: chart.destroy,
  };
}
