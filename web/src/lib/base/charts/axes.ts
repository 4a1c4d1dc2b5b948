import type { ScaleOptionsByType } from 'chart.js';
import { isLogLabel, type LogBounds } from './log-axis.ts';
import type { Theme } from './theme.ts';

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
