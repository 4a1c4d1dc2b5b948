import { gradeOfSentence } from '@opfsmark/schema/answer';
import { answerOf } from '@opfsmark/schema/answer/of';
import { CARD_SIZE, COLORS, escapeXml } from '@opfsmark/schema/answer/picture';
import { sentenceColour, gradeText, headlineText } from '@opfsmark/schema/answer/words';
import { type OEmbed, respelledPath, type RunView, type ShieldsBadge } from '@opfsmark/schema/api';
import { resultNames } from '@opfsmark/schema/documents';
import { type Language, languageOf, LOCALES, familyTitle } from './words.ts';

/** A run in one line: "Drive: 95 µs per small read (good)". Its figure and verdict are those of the sentence on the page and in the picture. */
function headlineOf({ record }: Pick<RunView, 'record'>, language: Language): string {
  const { words, numbers } = LOCALES[language];
  const answer = answerOf(record);
  const grade = gradeText(answer, words);
  const headline = `${familyTitle(record.family, language)}: ${headlineText(answer, words, numbers)}`;
  return grade === '' ? headline : `${headline} (${grade})`;
}

const LABEL = 'OPFSMark';
const COLOR = '0b6bcb';
/** For what says nothing of the drive's speed, for nothing measured, and for what moderators warn of. */
const GREY = '5d6470';

/** The colour of the verdict, which the message has in a word. */
function colorOf({ record, warnings }: Pick<RunView, 'record' | 'warnings'>): string {
  if (warnings) return GREY;
  const { sentence } = answerOf(record);
  const grade = gradeOfSentence(sentence);
  if (grade !== null) return COLORS[grade].slice(1);
  return sentenceColour(sentence) === 'memory' ? GREY : COLOR;
}

/** The text of a badge; a warning has a sign, and the text is on its page. */
const messageOf = (view: RunView, language: Language) => `${headlineOf(view, language)}${view.warnings ? ' ⚠' : ''}`;

export function shieldsBadge(view: RunView, language: Language): ShieldsBadge {
  return { schemaVersion: 1, label: LABEL, message: messageOf(view, language), color: colorOf(view) };
}

/** Mean width of a character at 11 px in common sans-serif fonts; `textLength` fits the text to it. */
const ADVANCE_PX = 6.4;
const WIDE_PX = 11;
const PADDING_PX = 8;

export function badgeSvg(view: RunView, language: Language): string {
  const message = messageOf(view, language);
  const widthOf = (text: string) =>
    Math.ceil(Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e7f' ? WIDE_PX : ADVANCE_PX), 0));
  const [labelWidth, messageWidth] = [widthOf(LABEL) + 2 * PADDING_PX, widthOf(message) + 2 * PADDING_PX];
  const text = (content: string, x: number) =>
    `<text x="${x}" y="14" textLength="${widthOf(content)}" lengthAdjust="spacingAndGlyphs">${escapeXml(content)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${labelWidth + messageWidth}" height="20" role="img" aria-label="${escapeXml(`${LABEL}: ${message}`)}">`,
    `<title>${escapeXml(`${LABEL}: ${message}`)}</title>`,
    `<rect width="${labelWidth}" height="20" fill="#3a3f47"/><rect x="${labelWidth}" width="${messageWidth}" height="20" fill="#${colorOf(view)}"/>`,
    '<g fill="#fff" font-family="system-ui,Segoe UI,Helvetica,Arial,sans-serif" font-size="11">',
    text(LABEL, PADDING_PX),
    text(message, labelWidth + PADDING_PX),
    '</g></svg>',
  ].join('');
}

/** "Samsung 990 PRO · ThinkPad X1 · Drive: 95 µs per small read (good) · OPFSMark" */
function titleOf(view: Pick<RunView, 'record' | 'declared'>, language: Language): string {
  return [...resultNames(view.declared).slice(0, 2), headlineOf(view, language), 'OPFSMark'].join(' · ');
}

/** The card of a result for a frame on another page; it opens the result. */
export function embedHtml(view: RunView, language: Language): string {
  const title = escapeXml(titleOf(view, language));
  const { width, height } = CARD_SIZE;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>`,
    '<style>body{margin:0}img{display:block;width:100%;height:auto}</style></head>',
    `<body><a href="/r/${view.run_id}?lang=${language}" target="_blank" rel="noopener">`,
    `<img src="/og/${view.run_id}.png?lang=${language}" width="${width}" height="${height}" alt="${title}"></a></body></html>`,
  ].join('');
}

const EMBED = { width: 600, height: 315 } as const;

interface Permalink {
  readonly id: string;
  /** The page's, where its address says it. */
  readonly language: Language;
}

/** The run that a permalink of this site names; `undefined` for any other address. */
export function readPermalink(url: string, origin: string): Permalink | undefined {
  if (!URL.canParse(url)) return undefined;
  const page = new URL(url);
  const id =
    page.origin === origin ? /^\/r\/([^/]+)$/.exec(respelledPath(page.pathname) ?? page.pathname)?.[1] : undefined;
  return id === undefined ? undefined : { id, language: languageOf(page.searchParams.get('lang') ?? undefined) };
}

/** How other sites embed a run. https://oembed.com */
export function oEmbedOf(view: RunView, origin: string, language: Language): OEmbed {
  const title = titleOf(view, language);
  const picture = `${origin}/og/${view.run_id}.png?lang=${language}`;
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: 'OPFSMark',
    provider_url: origin,
    ...EMBED,
    html:
      `<a href="${origin}/r/${view.run_id}?lang=${language}"><img src="${picture}" width="${EMBED.width}" height="${EMBED.height}" ` +
      `alt="${escapeXml(title)}"></a>`,
    thumbnail_url: picture,
    thumbnail_width: CARD_SIZE.width,
    thumbnail_height: CARD_SIZE.height,
  };
}
