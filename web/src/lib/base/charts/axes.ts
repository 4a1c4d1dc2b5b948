import type { ChartColour } from './spec.ts';
import type { ScaleOptionsByType } from 'chart.js';

/** The page's colours and letters, as a canvas can use them. */
export interface Theme {
  /** Stripes of a colour, as an area of a canvas is filled with them. */
  readonly hatchOf: (name: ChartColour) => string | CanvasPattern;
  readonly colourOf: (name: ChartColour | 'faint' | 'line2') => string;
  readonly font: { readonly family: string; readonly size: number };
}

const STRIPES_PX = 6;

/** Without a second canvas it is a plain area. */
function hatch(colour: string): string | CanvasPattern {
  const tile = document.createElement('canvas');
  tile.width = tile.height = STRIPES_PX;
  const context = tile.getContext('2d');
  if (!context) return colour;
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  // Each stripe goes over three tiles, so that its ends meet.
  for (const at of [-STRIPES_PX, 0, STRIPES_PX]) {
    context.moveTo(at - 1, STRIPES_PX + 1);
    context.lineTo(at + STRIPES_PX + 1, -1);
  }
  context.stroke();
  return context.createPattern(tile, 'repeat') ?? colour;
}

/** The browser's own size of text, in which sizes of a page are said. */
const rootPx = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

export function themeOf(element: Element): Theme {
  const style = getComputedStyle(element);
  const colourOf: Theme['colourOf'] = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    colourOf,
    hatchOf: (name) => hatch(colourOf(name)),
    font: { family: style.fontFamily, size: parseFloat(style.getPropertyValue('--tiny')) * rootPx() },
  };
}

/** Two decades: up to here there is room for 2 and 5 of each. */
const FEW_DECADES = 2;

interface LogBounds {
  readonly min: number;
  readonly max: number;
}

/** Whole decades around the values, so that an axis begins and ends at a number people read. */
export function logBounds(values: readonly (number | null)[]): LogBounds {
  const positiveValues = values.filter((value) => value !== null && value > 0) as number[];
  const low = Math.floor(Math.log10(Math.min(...positiveValues)));
  const high = Math.ceil(Math.log10(Math.max(...positiveValues)));
  if (positiveValues.length === 0) return { min: 1, max: 10 };
  return { min: 10 ** low, max: 10 ** Math.max(high, low + 1) };
}

/** Whether a tick of 1 to 9 of a decade is written: 1 always, 2 and 5 where there are few decades. */
export function isLogLabel(value: number, { min, max }: LogBounds): boolean {
  const first = Number((value / 10 ** Math.floor(Math.log10(value) + 1e-9)).toFixed(3));
  return first === 1 || ((first === 2 || first === 5) && Math.log10(max / min) <= FEW_DECADES);
}

interface ValueAxis {
  /** `null`: none is shown. */
  readonly title: string | null;
  readonly show: (value: number) => string;
  readonly maxTicks: number;
  readonly stacked?: boolean;
}

const titleOf = (theme: Theme, text: string | null) => ({
  display: text !== null,
  text: text ?? '',
  color: theme.colourOf('faint'),
  font: theme.font,
});

const look = (theme: Theme, title: string | null) => ({
  title: titleOf(theme, title),
  grid: { color: theme.colourOf('line2') },
  border: { display: false },
});

/** An axis of values that begins at zero. */
export function linearAxis(theme: Theme, { title, show, maxTicks, stacked = false }: ValueAxis) {
  return {
    ...look(theme, title),
    type: 'linear' as const,
    beginAtZero: true,
    stacked,
    ticks: {
      color: theme.colourOf('faint'),
      font: theme.font,
      maxTicksLimit: maxTicks,
      maxRotation: 0,
      callback: (value: number | string) => show(Number(value)),
    },
  };
}

/** An axis of values in whole decades. */
export function logarithmicAxis(theme: Theme, bounds: LogBounds, { title, show }: ValueAxis) {
  return {
    ...look(theme, title),
    type: 'logarithmic' as const,
    ...bounds,
    ticks: {
      color: theme.colourOf('faint'),
      font: theme.font,
      autoSkip: false,
      callback: (value: number | string) => (isLogLabel(Number(value), bounds) ? show(Number(value)) : null),
    },
  };
}

/** An axis of names. */
export function placeAxis(theme: Theme, title: string | null, ticks: Partial<ScaleOptionsByType<'category'>['ticks']>) {
  return {
    type: 'category' as const,
    title: titleOf(theme, title),
    grid: { display: false },
    border: { color: theme.colourOf('line') },
    ticks: { color: theme.colourOf('faint'), font: theme.font, ...ticks },
  };
}
