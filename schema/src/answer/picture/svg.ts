/** The colors of the page in its light theme: other sites show the picture on a page of their own. */
export const COLORS = {
  ink: '#16181d',
  muted: '#5d6470',
  faint: '#6f7682',
  line: '#e4e6ea',
  track: '#eff0f2',
  band: '#dcdde0',
  edge: '#a6a9af',
  tick: '#8b929e',
  hatch: '#e2e5ea',
  read: '#0b6bcb',
  write: '#c2570c',
  mixed: '#a16207',
  good: '#15803d',
  fair: '#a16207',
  poor: '#b42318',
} as const;

/** How wide a text is set in the font of the picture. */
export type Measure = (text: string, fontPx: number, bold?: boolean) => number;

/** For an element or an attribute. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

interface Look {
  readonly size: number;
  readonly fill?: string;
  readonly bold?: boolean;
  readonly anchor?: 'start' | 'middle' | 'end';
}

/** Numbers of coordinates, without digits that nobody sees. */
export const px = (value: number): number => Math.round(value * 100) / 100;

export function textSvg(x: number, y: number, text: string, look: Look): string {
  const { size, fill = COLORS.ink, bold = false, anchor = 'start' } = look;
  const weight = bold ? ' font-weight="700"' : '';
  const align = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
  return `<text x="${px(x)}" y="${px(y)}" font-size="${px(size)}" fill="${fill}"${weight}${align}>${escapeXml(text)}</text>`;
}
