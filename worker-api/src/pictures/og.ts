import type { RunFigure, RunView } from '@opfsmark/schema/api';
import { memoryMark } from '@opfsmark/schema/figures';
import { escapeXml } from '../base/xml.ts';
import { familyName } from '../boards/names.ts';
import { shownValue } from '../figures/format.ts';
import { tableOf, type FigureTable } from '../figures/table.ts';
import { familyTitle } from '../figures/words.ts';
import { barShare } from './bars.ts';
import { shorten } from './shorten.ts';

export const OG_SIZE = { width: 1200, height: 630 } as const;

const INK = '#16181d';
const MUTED = '#5d6470';
const LINE = '#e4e6ea';
const TRACK = '#eff0f2';
const READ = '#0b6bcb';
const OTHER = '#c2570c';
const FROM_MEMORY = '#9aa1ac';

const LEFT = 72;
const RIGHT = 1128;
const GAP = 34;
const ROWS_TOP = 264;
const ROWS_BOTTOM = 512;
const MAX_ROW_HEIGHT = 74;
const MAX_ROWS = 5;
/** Width of the names: those of figures that are a row of their own are longer. */
const NAME_WIDTH = { table: 300, list: 420 } as const;
const CHARACTERS = { table: 24, list: 30 } as const;
/** A mark stands behind a value where the column is at least this wide, else under its bar. */
const WIDE = 300;
/** Font sizes of a value, by the number of columns. */
const VALUE_SIZES = [40, 40, 34, 30, 24] as const;

/** Characters that the subset fonts lack; see assets/README.md. */
const UNWRITABLE =
  /[^\u0020-\u007e\u00a0-\u017f\u0370-\u03ff\u0400-\u045f\u2010-\u2027\u2030-\u203a\u3000-\u3003\u300c-\u300f\u3040-\u30ff]/gu;

const writable = (text: string) => text.replace(UNWRITABLE, '').replace(/ {2,}/g, ' ').trim();

function text(x: number, y: number, size: number, content: string, style = ''): string {
  return `<text x="${x}" y="${y}" font-size="${size}" ${style}>${escapeXml(content)}</text>`;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
}

function markSvg({ x, y, width }: Place, mark: string): string {
  if (width < WIDE) return text(x, y + 31, 15, mark, `fill="${MUTED}"`);
  return text(x + width, y, 14, mark, `fill="${MUTED}" text-anchor="end"`);
}

/** A value with its bar; of a read that memory answered both are grey, and a mark says so. */
function cell({ x, y, width, size }: Place, figure: RunFigure | null): string {
  if (!figure) return text(x, y, size, '–', `fill="${MUTED}"`);
  const { number, unit } = shownValue(figure);
  const mark = memoryMark(figure);
  const color = mark !== null ? FROM_MEMORY : figure.read_from === null ? OTHER : READ;
  const bar = (length: number, fill: string) =>
    `<rect x="${x}" y="${y + 10}" width="${Math.round(length)}" height="6" rx="3" fill="${fill}"/>`;
  return [
    `<text x="${x}" y="${y}" font-size="${size}" font-weight="700" fill="${mark === null ? INK : MUTED}">${number}` +
      `<tspan dx="8" font-size="${size / 2}" font-weight="400" fill="${MUTED}">${escapeXml(unit)}</tspan></text>`,
    bar(width, TRACK),
    bar(barShare(figure) * width, color),
    mark === null ? '' : markSvg({ x, y, width, size }, mark),
  ].join('');
}

function tableSvg({ columns, rows }: FigureTable): string[] {
  const kind = columns.length > 0 ? 'table' : 'list';
  const count = Math.max(1, columns.length);
  const start = LEFT + NAME_WIDTH[kind];
  const pitch = (RIGHT - start + GAP) / count;
  const size = VALUE_SIZES[count] ?? 20;
  const rowHeight = Math.min(MAX_ROW_HEIGHT, (ROWS_BOTTOM - ROWS_TOP) / Math.max(1, rows.length - 1));
  return [
    ...columns.map((column, i) => text(start + i * pitch, 214, 22, column, `font-weight="700" fill="${MUTED}"`)),
    ...rows.flatMap(({ name, cells }, i) => {
      const y = ROWS_TOP + i * rowHeight;
      return [
        text(LEFT, y, 24, shorten(name, CHARACTERS[kind]), `font-weight="700" fill="${INK}"`),
        ...cells.map((figure, c) => cell({ x: start + c * pitch, y, width: pitch - GAP, size }, figure)),
      ];
    }),
  ];
}

/** The picture of a result that other sites show: its figures, in the colors of the page. */
export function ogSvg(view: RunView): string {
  const { declared, record } = view;
  const { browser, os } = record.environment.client;
  const facts = [
    familyTitle(record.family),
    declared.filesystem,
    declared.interface,
    `${familyName(browser.family)} ${browser.major ?? ''}`.trim(),
    familyName(os.family),
  ].filter((fact) => fact !== undefined);
  const table = tableOf(view, MAX_ROWS);
  const shown = table.rows.length < table.total ? ` · ${table.rows.length} of ${table.total} rows` : '';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${OG_SIZE.width}" height="${OG_SIZE.height}" font-family="Noto Sans CJK JP">`,
    `<rect width="100%" height="100%" fill="#fbfbfa"/>`,
    `<rect x="36" y="36" width="1128" height="558" rx="20" fill="#fff" stroke="${LINE}" stroke-width="2"/>`,
    text(LEFT, 104, 46, shorten(writable(declared.device) || 'A device', 36), `font-weight="700" fill="${INK}"`),
    text(LEFT, 150, 25, shorten(facts.join(' · '), 70), `fill="${MUTED}"`),
    ...tableSvg(table),
    text(LEFT, 578, 22, 'OPFSMark', `font-weight="700" fill="${INK}"`),
    text(LEFT + 130, 578, 20, `storage speed as the browser sees it${shown}`, `fill="${MUTED}"`),
    '</svg>',
  ].join('');
}
