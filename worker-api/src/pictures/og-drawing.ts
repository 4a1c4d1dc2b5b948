import { escapeXml } from '../base/xml.ts';

/** The colors of the page in its light theme. */
export const COLORS = {
  ink: '#16181d',
  muted: '#5d6470',
  faint: '#6f7682',
  line: '#e4e6ea',
  track: '#eff0f2',
  band: '#dcdde0',
  edge: '#a6a9af',
  read: '#0b6bcb',
  write: '#c2570c',
  drive: '#15803d',
  mixed: '#a16207',
} as const;

export function text(x: number, y: number, size: number, content: string, style = ''): string {
  return `<text x="${x}" y="${y}" font-size="${size}" ${style}>${escapeXml(content)}</text>`;
}
