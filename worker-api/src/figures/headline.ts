import type { RunView } from '@opfsmark/schema/api';
import { isFromMemory, memoryMark } from '@opfsmark/schema/figures';
import { shownValue } from './format.ts';
import { familyTitle, labelOf } from './words.ts';

const MAX_FIGURES = 2;

/**
 * A run in one line: "Drive: SEQ1M Q8 read 3,551 · write 2,201 MB/s". The first figure that does not come from memory, and
 * the next of its row and unit; where there is none, the first figure with a mark.
 */
export function headlineOf({ record: { family }, figures }: RunView): string {
  const title = familyTitle(family);
  const first = figures.find((figure) => !isFromMemory(figure)) ?? figures[0];
  if (!first) return `${title}: no result`;
  const { row } = labelOf(family, first);
  const mark = memoryMark(first);
  const isAlike = (figure: typeof first) => figure.unit === first.unit && labelOf(family, figure).row === row;
  const shown = mark === null ? figures.filter((figure) => !isFromMemory(figure) && isAlike(figure)) : [first];
  const values = shown
    .slice(0, MAX_FIGURES)
    .map((figure) => `${labelOf(family, figure).column} ${shownValue(figure).number}`);
  const name = row === '' ? '' : `${row} `;
  return `${title}: ${name}${values.join(' · ')} ${shownValue(first).unit}${mark === null ? '' : ` (${mark})`}`;
}
