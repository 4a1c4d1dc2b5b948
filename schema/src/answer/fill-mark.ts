import type { Fill } from '../documents/index.ts';
import { fillBytesPerSecond } from '../figures/index.ts';
import { isMeasured, type Answer, type Mark } from './answer.ts';
import { exactly, markOf, MB } from './build.ts';

const WRITES: ReadonlySet<Mark['id']> = new Set(['large_write', 'long_write']);

/**
 * The answer of a run under way, with how fast its file was filled, the flush included, where the mark of large writes will
 * stand: the first that is known of the drive, seconds after the click.
 */
export function withFillMark(answer: Answer, fill: Fill | undefined): Answer {
  const bytesPerS = fill && fillBytesPerSecond(fill);
  if (!bytesPerS) return answer;
  const filled = (mark: Mark) =>
    isMeasured(mark) || !WRITES.has(mark.id) ? mark : markOf(mark.id, exactly(bytesPerS), { from: 'drive', per: MB });
  return { ...answer, rulers: answer.rulers.map((ruler) => ({ ...ruler, marks: ruler.marks.map(filled) })) };
}
