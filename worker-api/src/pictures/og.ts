import type { RunView } from '@opfsmark/schema/api';
import { answerOf } from '@opfsmark/schema/answer/of';
import { memoryText, proofText, sentencePieces, toneOf } from '@opfsmark/schema/answer/words';
import { escapeXml } from '../base/xml.ts';
import { SPOKEN, type Spoken } from '../figures/languages.ts';
import { familyTitle } from '../figures/words.ts';
import { COLORS, text } from './og-drawing.ts';
import { rulerSvg } from './og-ruler.ts';
import { shorten } from './shorten.ts';
import { linesOf } from './wrap.ts';

export const OG_SIZE = { width: 1200, height: 630 } as const;

const LEFT = 56;
const RIGHT = 1144;
const SENTENCE_PX = 50;
const SENTENCE_LINE_PX = 58;
const SENTENCE_TOP = 142;
const RULERS_BOTTOM = 540;
const FOOT = 592;
const TONES = { read: COLORS.read, write: COLORS.write, memory: COLORS.ink } as const;

/** Characters that the subset fonts lack; see assets/README.md. */
const UNWRITABLE =
  /[^\u0020-\u007e\u00a0-\u017f\u0370-\u03ff\u0400-\u045f\u2010-\u2027\u2030-\u203a\u3000-\u3003\u300c-\u300f\u3040-\u30ff]/gu;

const writable = (content: string) => content.replace(UNWRITABLE, '').replace(/ {2,}/g, ' ').trim();

/** The answer of a result as other sites show it: the same sentence, rulers and origin as on the page. */
export function ogSvg(view: RunView, language: Spoken = 'en'): string {
  const { words, numbers } = SPOKEN[language];
  const answer = answerOf(view.record);
  const color = TONES[toneOf(answer.sentence)];
  const lines = linesOf(sentencePieces(answer, words, numbers, 'this'), SENTENCE_PX, RIGHT - LEFT);
  const top = SENTENCE_TOP + (lines.length - 1) * SENTENCE_LINE_PX + 36;
  const height = Math.min(104, (RULERS_BOTTOM - top) / answer.rulers.length);
  const memory = memoryText(answer, words, numbers);
  const proof = answer.proof?.kind === 'drive' || answer.proof?.kind === 'flushed' ? COLORS.drive : COLORS.muted;
  const foot = [
    ...(memory === null ? [] : [{ text: memory.join(' '), style: `fill="${COLORS.muted}"` }]),
    { text: proofText(answer, words, numbers), style: `font-weight="700" fill="${proof}"` },
  ].filter((line) => line.text !== '');
  /** A single ruler stands in the middle of its room. */
  const start = answer.rulers.length > 1 ? top : top + (RULERS_BOTTOM - top - height) / 3;
  const sentence = lines.map((pieces, index) => {
    const spans = pieces.map(({ text: said, isNumber }) =>
      isNumber ? `<tspan fill="${color}">${escapeXml(said)}</tspan>` : escapeXml(said),
    );
    const y = SENTENCE_TOP + index * SENTENCE_LINE_PX;
    return `<text x="${LEFT}" y="${y}" font-size="${SENTENCE_PX}" font-weight="700" fill="${COLORS.ink}" xml:space="preserve">${spans.join('')}</text>`;
  });
  const device = shorten(writable(view.declared.device) || 'A device', 40);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${OG_SIZE.width}" height="${OG_SIZE.height}" font-family="Noto Sans CJK JP">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    text(LEFT, 72, 27, device, `font-weight="700" fill="${COLORS.ink}"`),
    text(RIGHT, 72, 24, familyTitle(view.record.family, language), `fill="${COLORS.muted}" text-anchor="end"`),
    ...sentence,
    ...answer.rulers.map((ruler, index) => rulerSvg({ ruler, words, numbers, top: start + index * height, height })),
    text(LEFT, FOOT, 24, 'OPFSMark', `font-weight="700" fill="${COLORS.ink}"`),
    ...foot.map((line, index) => text(RIGHT, FOOT - index * 30, 18, line.text, `${line.style} text-anchor="end"`)),
    '</svg>',
  ].join('');
}
