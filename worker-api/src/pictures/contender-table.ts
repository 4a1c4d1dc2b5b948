import { escapeXml } from '@opfsmark/schema/answer/picture';
import { LANGUAGES, say } from '@opfsmark/schema/answer/words/languages';
import type { BoardClient, ContenderCell, ContenderRow } from '@opfsmark/schema/boards';
import { isRanked, syncsOf } from '@opfsmark/schema/families/app-storage/contenders';
import { familyName } from '../boards/lines.ts';
import { LOCALES, type Language } from './words.ts';

const WIDTH = 640;
const LINE = 24;
const MARGIN = 16;
/** Between groups, in lines. */
const HALF = 0.5;
/** Where columns of numbers end. */
const COLUMNS = { put: 404, read: 524, providers: WIDTH - MARGIN } as const;

/** As the site has them. A README is light or dark as its reader's system prefers. */
const STYLE = `
.bg{fill:#fff;stroke:#e4e6ea}.ink{fill:#16181d}.muted{fill:#5d6470}.line{stroke:#e4e6ea}.first{font-weight:700}
@media (prefers-color-scheme:dark){.bg{fill:#15181e;stroke:#262b34}.ink{fill:#eef0f4}.muted{fill:#a3abb8}.line{stroke:#262b34}}
text{font:13px system-ui,'Segoe UI',Helvetica,Arial,'Hiragino Sans','Noto Sans JP',sans-serif}.title{font-weight:700;font-size:15px}`;

/** Draws lines of text from top to bottom. */
class Sheet {
  #y = 30;
  readonly #parts: string[] = [];

  text(x: number, text: string, { of = 'ink', toEnd = false } = {}): void {
    const anchor = toEnd ? ' text-anchor="end"' : '';
    this.#parts.push(`<text x="${x}" y="${this.#y}" class="${of}"${anchor}>${escapeXml(text)}</text>`);
  }

  rule(): void {
    const y = this.#y + LINE / 3;
    this.#parts.push(`<path class="line" d="M${MARGIN} ${y}H${WIDTH - MARGIN}"/>`);
  }

  next(lines = 1): void {
    this.#y += LINE * lines;
  }

  toSvg(label: string): string {
    const height = this.#y + MARGIN;
    const name = escapeXml(label);
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${name}">`,
      `<title>${name}</title><style>${STYLE}</style>`,
      `<rect class="bg" x=".5" y=".5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>`,
      ...this.#parts,
      '</svg>',
    ].join('');
  }
}

function contenderName({ contender, engine }: ContenderRow, language: Language): string {
  const { words, pictures } = LOCALES[language];
  const notes = [
    ...(engine === null || engine === 'own' ? [] : [pictures.contenders.engines[engine]]),
    ...(isRanked(contender) ? [] : [pictures.contenders.floor]),
  ];
  const name = words.stores[contender];
  return notes.length === 0 ? name : `${name} (${notes.join(words.comma)})`;
}

/** A text that names a browser and a system. */
function textOfPlace(text: string, browser: string, os: string, language: Language): string {
  return say(text, { browser, os }, LANGUAGES[language].locale);
}

/** Where the classes of contenders were counted: as a rule one browser. */
function placesCounted(rows: readonly ContenderRow[], language: Language): Set<string> {
  const { counted } = LOCALES[language].pictures.contenders;
  const counts = rows.flatMap(({ contender }) => syncsOf(contender)?.in ?? []);
  return new Set(
    counts.map(({ browser, major, os }) =>
      textOfPlace(counted, `${familyName(browser)} ${major}`, familyName(os), language),
    ),
  );
}

function drawRow(sheet: Sheet, row: ContenderRow, language: Language): void {
  const { numbers } = LOCALES[language];
  sheet.text(MARGIN, contenderName(row, language));
  const timeOf = (cell: ContenderCell | null) => (cell ? numbers.time(cell.value) : '–');
  for (const workload of ['put', 'read'] as const) {
    const cell = row.cells[workload];
    sheet.text(COLUMNS[workload], timeOf(cell), { of: cell?.rank === 1 ? 'ink first' : 'ink', toEnd: true });
  }
  // The smaller of the two network counts.
  const providers = Object.values(row.cells).flatMap((cell) => cell?.providers ?? []);
  sheet.text(COLUMNS.providers, numbers.number(Math.min(...providers)), { of: 'muted', toEnd: true });
  sheet.next();
}

/** The contenders of storage for apps in one browser and system, as a picture for a README. */
export function contenderTableSvg(
  rows: readonly ContenderRow[],
  { os, browser }: BoardClient,
  language: Language,
): string {
  const words = LOCALES[language].pictures.contenders;
  const title = textOfPlace(words.title, familyName(browser), familyName(os), language);
  const sheet = new Sheet();
  sheet.text(MARGIN, title, { of: 'ink title' });
  sheet.next();
  if (rows.length === 0) {
    sheet.text(MARGIN, words.empty, { of: 'muted' });
    return sheet.toSvg(`${title}. ${words.empty}`);
  }
  sheet.text(MARGIN, words.contender, { of: 'muted' });
  for (const column of ['put', 'read', 'providers'] as const) {
    sheet.text(COLUMNS[column], words[column], { of: 'muted', toEnd: true });
  }
  sheet.rule();
  sheet.next(HALF);
  for (const [of, classRows] of Map.groupBy(rows, (row) => row.class)) {
    sheet.next(HALF);
    sheet.text(MARGIN, words.classes[of], { of: 'muted' });
    sheet.next();
    for (const row of classRows) drawRow(sheet, row, language);
  }
  sheet.next(HALF);
  sheet.text(MARGIN, words.legend, { of: 'muted' });
  for (const line of placesCounted(rows, language)) {
    sheet.next();
    sheet.text(MARGIN, line, { of: 'muted' });
  }
  return sheet.toSvg(title);
}
