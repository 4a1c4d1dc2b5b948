import type { ChartColour } from './spec.ts';

/** The page's colours and letters, as a canvas can use them. */
export interface Theme {
  readonly colourOf: (name: ChartColour | 'faint' | 'line2') => string;
  readonly font: { readonly family: string; readonly size: number };
}

export function themeOf(element: Element): Theme {
  const style = getComputedStyle(element);
  return {
    colourOf: (name) => style.getPropertyValue(`--${name}`).trim(),
    font: { family: style.fontFamily, size: 12 },
  };
}
