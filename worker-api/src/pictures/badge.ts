import type { RunView, ShieldsBadge } from '@opfsmark/schema/api';
import { COLORS, escapeXml } from '@opfsmark/schema/answer/picture';
import { gradeOfSentence } from '@opfsmark/schema/answer';
import { answerOf } from '@opfsmark/schema/answer/of';
import { toneOf } from '@opfsmark/schema/answer/words';
import type { Spoken } from '../figures/languages.ts';
import { headlineOf } from '../figures/headline.ts';

const LABEL = 'OPFSMark';
const COLOR = '0b6bcb';
/** Of what says nothing of the drive's speed, and of nothing measured. */
const GREY = '5d6470';

/** Of the verdict, which the message has in a word. */
function colorOf({ record }: Pick<RunView, 'record'>): string {
  const { sentence } = answerOf(record);
  const grade = gradeOfSentence(sentence);
  if (grade !== null) return COLORS[grade].slice(1);
  return toneOf(sentence) === 'memory' ? GREY : COLOR;
}

export function shieldsBadge(view: RunView, language: Spoken = 'en'): ShieldsBadge {
  return { schemaVersion: 1, label: LABEL, message: headlineOf(view, language), color: colorOf(view) };
}

/** Mean width of a character at 11 px in common sans-serif fonts; `textLength` fits the text to it. */
const ADVANCE_PX = 6.4;
const WIDE_PX = 11;
const PADDING_PX = 8;

export function badgeSvg(view: RunView, language: Spoken = 'en'): string {
  const message = headlineOf(view, language);
  const widthOf = (text: string) =>
    Math.ceil(Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e7f' ? WIDE_PX : ADVANCE_PX), 0));
  const [left, right] = [widthOf(LABEL) + 2 * PADDING_PX, widthOf(message) + 2 * PADDING_PX];
  const text = (content: string, x: number) =>
    `<text x="${x}" y="14" textLength="${widthOf(content)}" lengthAdjust="spacingAndGlyphs">${escapeXml(content)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escapeXml(`${LABEL}: ${message}`)}">`,
    `<title>${escapeXml(`${LABEL}: ${message}`)}</title>`,
    `<rect width="${left}" height="20" fill="#3a3f47"/><rect x="${left}" width="${right}" height="20" fill="#${colorOf(view)}"/>`,
    '<g fill="#fff" font-family="system-ui,Segoe UI,Helvetica,Arial,sans-serif" font-size="11">',
    text(LABEL, PADDING_PX),
    text(message, left + PADDING_PX),
    '</g></svg>',
  ].join('');
}
