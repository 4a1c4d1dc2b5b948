import { rowShortName } from '@opfsmark/schema/documents';
import { familyIostat, isFamilyView, type AnyView } from '@opfsmark/schema/families';
import { escapeXml } from '../base/xml.ts';
import { familyName } from '../boards/names.ts';
import { gridOf, shortNumber } from './figures.ts';
import { shorten } from './shorten.ts';

export const OG_SIZE = { width: 1200, height: 630 } as const;

const INK = '#16181d';
const MUTED = '#5d6470';
const LINE = '#e4e6ea';
const TRACK = '#eff0f2';
const READ = '#0b6bcb';
const WRITE = '#c2570c';

const LEFT = 72;
const COLUMNS = { read: 330, write: 760 } as const;
const COLUMN_WIDTH = 368;
const ROWS_TOP = 262;
const ROW_HEIGHT = 74;
const MAX_ROWS = 4;
/** Bars are logarithmic, from 1 MB/s to 20 GB/s: these are the exponents. */
const BAR_FROM = 0;
const BAR_TO = Math.log10(20_000);

/** Characters that the subset fonts lack; see assets/README.md. */
const UNWRITABLE =
  /[^\u0020-\u007e\u00a0-\u017f\u0370-\u03ff\u0400-\u045f\u2010-\u2027\u2030-\u203a\u3000-\u3003\u300c-\u300f\u3040-\u30ff]/gu;

const writable = (text: string) => text.replace(UNWRITABLE, '').replace(/ {2,}/g, ' ').trim();

function text(x: number, y: number, size: number, content: string, style = ''): string {
  return `<text x="${x}" y="${y}" font-size="${size}" ${style}>${escapeXml(content)}</text>`;
}

function cell(x: number, y: number, value: number | null, color: string): string {
  if (value === null) return text(x, y, 40, '–', `fill="${MUTED}"`);
  const share = Math.min(1, Math.max(0.01, (Math.log10(Math.max(value, 1)) - BAR_FROM) / (BAR_TO - BAR_FROM)));
  return [
    `<text x="${x}" y="${y}" font-size="40" font-weight="700" fill="${INK}">${shortNumber(value)}` +
      `<tspan dx="10" font-size="20" font-weight="400" fill="${MUTED}">MB/s</tspan></text>`,
    `<rect x="${x}" y="${y + 12}" width="${COLUMN_WIDTH}" height="6" rx="3" fill="${TRACK}"/>`,
    `<rect x="${x}" y="${y + 12}" width="${Math.round(share * COLUMN_WIDTH)}" height="6" rx="3" fill="${color}"/>`,
  ].join('');
}

/** The rows of the grid; for another family its parts as iostat names them. */
function rowsOf(view: AnyView): ReturnType<typeof gridOf> {
  if (!isFamilyView(view)) return gridOf(view.derived);
  return familyIostat(view.record.result).map(({ part, row }) => ({
    name: part,
    read: row.r_per_s > 0 ? row.r_mb_per_s : null,
    write: row.w_per_s > 0 ? row.w_mb_per_s : null,
  }));
}

/** The picture of a result that other sites show: its grid, in the colors of the page. */
export function ogSvg(view: AnyView): string {
  const { declared, record } = view;
  const { browser, os } = record.environment.client;
  const facts = [
    ...(isFamilyView(view) ? [view.record.plan.family.replaceAll('-', ' ')] : []),
    declared.filesystem,
    declared.interface,
    `${familyName(browser.family)} ${browser.major ?? ''}`.trim(),
    familyName(os.family),
  ].filter((fact) => fact !== undefined);
  const names = new Map(view.derived.map((job) => [job.name, rowShortName(job.row)]));
  const rows = rowsOf(view).slice(0, MAX_ROWS);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${OG_SIZE.width}" height="${OG_SIZE.height}" font-family="Noto Sans CJK JP">`,
    `<rect width="100%" height="100%" fill="#fbfbfa"/>`,
    `<rect x="36" y="36" width="1128" height="558" rx="20" fill="#fff" stroke="${LINE}" stroke-width="2"/>`,
    text(LEFT, 112, 46, shorten(writable(declared.device) || 'A device', 36), `font-weight="700" fill="${INK}"`),
    text(LEFT, 158, 25, shorten(facts.join(' · '), 70), `fill="${MUTED}"`),
    text(COLUMNS.read, 216, 22, 'Read', `font-weight="700" fill="${READ}"`),
    text(COLUMNS.write, 216, 22, 'Write', `font-weight="700" fill="${WRITE}"`),
    ...rows.flatMap((row, i) => {
      const y = ROWS_TOP + i * ROW_HEIGHT;
      return [
        text(LEFT, y, 26, names.get(row.name) ?? row.name, `font-weight="700" fill="${INK}"`),
        cell(COLUMNS.read, y, row.read, READ),
        cell(COLUMNS.write, y, row.write, WRITE),
      ];
    }),
    text(LEFT, 566, 22, 'OPFSMark', `font-weight="700" fill="${INK}"`),
    text(LEFT + 130, 566, 20, 'storage speed as the browser sees it', `fill="${MUTED}"`),
    '</svg>',
  ].join('');
}
