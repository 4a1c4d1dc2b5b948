import type { ChartColour } from './spec.ts';

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

export function themeOf(element: Element): Theme {
  const style = getComputedStyle(element);
  const colourOf: Theme['colourOf'] = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    colourOf,
    hatchOf: (name) => hatch(colourOf(name)),
    font: { family: style.fontFamily, size: 12 },
  };
}
