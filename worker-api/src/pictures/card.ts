import { answerOf } from '@opfsmark/schema/answer/of';
import { cardSvg, comparisonSvg, type Measure } from '@opfsmark/schema/answer/picture';
import type { RunView } from '@opfsmark/schema/api';
import { clientName, resultNames } from '@opfsmark/schema/documents';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import resvgWasm from '@resvg/resvg-wasm/index_bg.wasm';
import bold from '../../assets/noto-sans-bold.otf';
import regular from '../../assets/noto-sans-regular.otf';
import { shortHash } from '../base/crypto.ts';
import { type Language, LOCALES } from './words.ts';

/** Widths of the characters from U+0020 to U+007E in the fonts of ../../assets, in thousandths of the font size. */
const ADVANCES = {
  regular: [
    224, 323, 474, 555, 555, 921, 680, 278, 338, 338, 467, 555, 278, 347, 278, 392, 555, 555, 555, 555, 555, 555, 555,
    555, 555, 555, 278, 278, 555, 555, 555, 474, 946, 608, 657, 638, 688, 589, 552, 689, 728, 293, 535, 646, 543, 812,
    723, 742, 633, 742, 635, 596, 599, 721, 575, 878, 573, 531, 603, 338, 392, 338, 555, 559, 606, 563, 618, 510, 620,
    554, 325, 564, 607, 275, 275, 552, 284, 926, 610, 606, 620, 620, 388, 468, 377, 607, 521, 802, 498, 521, 475, 338,
    270, 338, 555,
  ],
  bold: [
    227, 370, 574, 590, 590, 963, 740, 325, 378, 378, 507, 590, 325, 370, 325, 387, 590, 590, 590, 590, 590, 590, 590,
    590, 590, 590, 325, 325, 590, 590, 590, 514, 1007, 641, 681, 656, 714, 615, 585, 717, 757, 330, 568, 686, 578, 853,
    749, 770, 667, 770, 682, 624, 625, 748, 619, 915, 627, 580, 613, 378, 387, 378, 590, 567, 626, 591, 644, 527, 644,
    581, 372, 597, 640, 304, 306, 604, 315, 964, 641, 626, 644, 644, 436, 495, 421, 637, 576, 863, 562, 574, 511, 378,
    296, 378, 590,
  ],
} as const;

/** Other Latin letters and signs on average; kana and kanji are as wide as high. */
const MEAN = 600;
const WIDE = 1000;

/** How wide the service sets a text. */
const measure: Measure = (text, fontPx, bold = false) => {
  const advances: readonly number[] = ADVANCES[bold ? 'bold' : 'regular'];
  const widthOf = (letter: string) => {
    if (letter === '\u00a0') return advances[0] ?? MEAN;
    return letter > '\u2e7f' ? WIDE : (advances[(letter.codePointAt(0) ?? 0) - 0x20] ?? MEAN);
  };
  return (Array.from(text).reduce((sum, letter) => sum + widthOf(letter), 0) * fontPx) / 1000;
};

const FORMAT_4 = 4;

/** The characters that a font has: the segments in format 4 of its table `cmap`, as the OpenType specification has it. */
export function charactersOf(font: ArrayBuffer): Set<number> {
  const view = new DataView(font);
  const count = (length: number, at: (index: number) => number) => Array.from({ length }, (_, index) => at(index));
  const tagAt = (at: number) => String.fromCharCode(...new Uint8Array(font, at, 4));
  const record = count(view.getUint16(4), (index) => 12 + 16 * index).find((at) => tagAt(at) === 'cmap') ?? 0;
  const cmap = view.getUint32(record + 8);
  const tables = count(view.getUint16(cmap + 2), (index) => cmap + view.getUint32(cmap + 8 + 8 * index));
  const table = tables.find((at) => view.getUint16(at) === FORMAT_4);
  if (table === undefined) throw new Error('the font has no table of format 4');
  const bytes = view.getUint16(table + 6);
  const ends = count(bytes / 2, (index) => table + 14 + 2 * index);
  return new Set(
    ends.flatMap((at) => {
      const first = view.getUint16(at + bytes + 2);
      return count(view.getUint16(at) - first + 1, (index) => first + index);
    }),
  );
}

let fontCharacters: Set<number> | undefined;

/**
 * A name in the letters of the font. Signs that it lacks are left out; a word with letters that it lacks is left out whole,
 * because half a word is another one. '' where nothing is left.
 */
export function writable(name: string): string {
  const has = (letter: string) => (fontCharacters ??= charactersOf(bold)).has(letter.codePointAt(0) ?? 0);
  const letters = (word: string) => Array.from(word.normalize('NFC'));
  return name
    .split(/\s+/u)
    .filter((word) => letters(word).every((letter) => has(letter) || !/[\p{L}\p{N}]/u.test(letter)))
    .map((word) => letters(word).filter(has).join(''))
    .filter((word) => word !== '')
    .join(' ');
}

const FONT = 'Noto Sans CJK JP';
type Pictured = Pick<RunView, 'record' | 'declared' | 'warnings'>;

/** The names of a result, as far as they can be written. */
const namesIn = ({ declared }: Pictured) =>
  resultNames(declared)
    .map(writable)
    .filter((text) => text !== '');

/** The card of a result as other sites show it. */
export function ogSvg({ record, declared, warnings = [] }: Pictured, language: Language = 'en'): string {
  const { words, pictures, numbers } = LOCALES[language];
  const { browser, os } = record.environment.client;
  const [name, ...others] = namesIn({ record, declared });
  const client = [clientName(browser), clientName(os), record.plan.profile, record.started_at.slice(0, 10)];
  return cardSvg(record, {
    title: name ?? pictures.unknownDevice,
    details: [...others, writable(client.join(' · '))].join(' · '),
    words,
    pictures,
    numbers,
    warnings: warnings.map(writable),
    font: FONT,
    measure,
  });
}

/** Results side by side, as other sites show it; the first is the baseline. */
export function ogComparison(views: readonly Pictured[], language: Language): string {
  const { pictures } = LOCALES[language];
  const results = views.map((view, index) => {
    const { browser, os } = view.record.environment.client;
    const [name = pictures.unknownDevice, ...others] = namesIn(view);
    const details = [
      ...others,
      writable([browser, os].map(clientName).join(' · ')),
      ...(view.warnings ?? []).map(writable),
    ];
    return {
      letter: String.fromCharCode('A'.charCodeAt(0) + index),
      isBase: index === 0,
      rulers: answerOf(view.record).rulers,
      name,
      details: details.join(' · '),
    };
  });
  return comparisonSvg(results, { ...LOCALES[language], font: FONT, measure });
}

let whenReady: Promise<void> | null = null;

/** Draws an SVG with the fonts of the service. It takes about 0.1 s, so cache the result. */
export async function renderPng(svg: string): Promise<Uint8Array> {
  whenReady ??= initWasm(resvgWasm).catch((error: unknown) => {
    whenReady = null;
    throw error;
  });
  await whenReady;
  const picture = new Resvg(svg, {
    font: { fontBuffers: [new Uint8Array(regular), new Uint8Array(bold)], defaultFontFamily: FONT },
  });
  try {
    const image = picture.render();
    try {
      return image.asPng();
    } finally {
      // 3 MB of the renderer's memory, which grows and never shrinks: it must not wait for a collection.
      image.free();
    }
  } finally {
    picture.free();
  }
}

/** Rendered pictures are kept this long beside the Worker, and never served for a run that is not public. */
const KEPT_S = 3600;

const keyOf = (url: string, runId: string, language: Language) =>
  new Request(new URL(`/og/${runId}.png?lang=${language}`, url));

/** A picture that was drawn with other warnings is none of these. */
const WARNINGS_HEADER = 'x-said';
const warningsHash = async (warnings: readonly string[]) => shortHash(JSON.stringify(warnings), 16);

export async function keptPicture(
  url: string,
  runId: string,
  language: Language,
  warnings: readonly string[] = [],
): Promise<ArrayBuffer | null> {
  const response = await caches.default.match(keyOf(url, runId, language));
  return response?.headers.get(WARNINGS_HEADER) === (await warningsHash(warnings)) ? response.arrayBuffer() : null;
}

export async function keepPicture(
  url: string,
  runId: string,
  language: Language,
  { png, warnings = [] }: { readonly png: Uint8Array<ArrayBuffer>; readonly warnings?: readonly string[] | undefined },
): Promise<void> {
  const hash = await warningsHash(warnings);
  const headers = {
    'content-type': 'image/png',
    'cache-control': `public, max-age=${KEPT_S}`,
    [WARNINGS_HEADER]: hash,
  };
  await caches.default.put(keyOf(url, runId, language), new Response(png, { headers }));
}

/** In every language. */
export async function forgetPicture(url: string, runId: string): Promise<void> {
  const languages = Object.keys(LOCALES) as Language[];
  await Promise.all(languages.map((language) => caches.default.delete(keyOf(url, runId, language))));
}
