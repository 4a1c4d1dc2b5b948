import type { Answer, Proof } from '../answer.ts';
import { memoryText, noteText, proofText } from '../words/index.ts';
import { fitted, textLines } from './lines.ts';
import type { Room, Speech } from './scale.ts';
import { COLORS, px, textSvg } from './svg.ts';

type Width = Pick<Room, 'x' | 'y' | 'width'>;

const FORMS: Readonly<Record<Proof['kind'], 'full' | 'half' | 'dashed'>> = {
  drive: 'full',
  flushed: 'full',
  some: 'half',
  mixed: 'half',
  memory: 'dashed',
  planned_memory: 'dashed',
  unknown: 'dashed',
  paired: 'dashed',
  system: 'dashed',
};

/** Full, half or dashed, as on the page. Without a colour of its own: where numbers came from is no verdict. */
function sourceMark(form: 'full' | 'half' | 'dashed', x: number, y: number, r: number): string {
  const color = COLORS.muted;
  if (form === 'full') return `<circle cx="${px(x)}" cy="${px(y)}" r="${r}" fill="${color}"/>`;
  const dash = form === 'dashed' ? ' stroke-dasharray="3 2.3"' : '';
  const ring = `<circle cx="${px(x)}" cy="${px(y)}" r="${r - 0.8}" fill="none" stroke="${color}" stroke-width="2"${dash}/>`;
  if (form === 'dashed') return ring;
  return `${ring}<path d="M${px(x)} ${px(y - r + 0.8)}a${r - 0.8} ${r - 0.8} 0 0 1 0 ${2 * (r - 0.8)}z" fill="${color}"/>`;
}

const PROOF_PX = 17;

/** Where the numbers came from, ending at the right; '' where there are none. */
export function proofSvg(answer: Answer, { words, numbers, measure }: Speech, { x, y, width }: Width): string {
  if (answer.proof === null) return '';
  const text = proofText(answer, words, numbers);
  const form = FORMS[answer.proof.kind];
  const end = x + width;
  const start = end - measure(text, PROOF_PX, true) - 14;
  return (
    sourceMark(form, start, y - 6, 7) +
    textSvg(end, y, text, { size: PROOF_PX, fill: COLORS.muted, bold: true, anchor: 'end' })
  );
}

export const STRIP_HEIGHT = 36;
const STRIP_PX = 17;

/** Grey, hatched, with a dashed circle and the word: what is memory never looks like a figure of the drive. */
export function memorySvg(answer: Answer, speech: Speech, { x, y, width }: Width): string {
  const { words, numbers, measure } = speech;
  const memory = memoryText(answer, words, numbers);
  if (memory === null) return '';
  const [start, baseline] = [x + 44, y + 24];
  const gap = numbers.locale.startsWith('ja') ? 2 : 6;
  const rest = start + measure(memory[0], STRIP_PX, true) + gap;
  const means = fitted(memory[1], { size: STRIP_PX, width: x + width - 16 - rest, measure });
  return [
    '<g class="memory"><defs><pattern id="hatch" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">',
    `<rect width="10" height="10" fill="#fff"/><rect width="10" height="5" fill="${COLORS.hatch}"/></pattern></defs>`,
    `<rect x="${x}" y="${px(y)}" width="${width}" height="${STRIP_HEIGHT}" rx="6" fill="url(#hatch)"/>`,
    sourceMark('dashed', x + 24, y + STRIP_HEIGHT / 2, 8),
    textSvg(start, baseline, memory[0], { size: STRIP_PX, fill: COLORS.muted, bold: true }),
    textSvg(rest, baseline, means, { size: STRIP_PX, fill: COLORS.muted }),
    '</g>',
  ].join('');
}

const NOTE_PX = 17;
const NOTE_LINE = 22;
const NOTE_INDENT = 14;

interface Notes {
  readonly height: number;
  at(y: number): string;
}

/** What a reader must know before the numbers: without it a stopped run would look whole. */
export function notesOf(answer: Answer, { words, numbers, measure }: Speech, { x, width }: Width): Notes {
  const { notes } = answer;
  if (notes.length === 0) return { height: 0, at: () => '' };
  const text = notes
    .map((note) => noteText(note, answer, words, numbers))
    .join(numbers.locale.startsWith('ja') ? '' : ' ');
  const lines = textLines(text, { size: NOTE_PX, width: width - NOTE_INDENT, measure });
  const height = lines.length * NOTE_LINE;
  return {
    height: height + 10,
    at: (y) =>
      `<rect class="notes" x="${x}" y="${px(y)}" width="4" height="${height}" fill="${COLORS.mixed}"/>` +
      lines
        .map((line, index) => textSvg(x + NOTE_INDENT, y + 16 + index * NOTE_LINE, line, { size: NOTE_PX }))
        .join(''),
  };
}
