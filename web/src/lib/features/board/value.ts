import type { Board } from '@opfsmark/schema/boards';
import { assertNever } from '$lib/base/assert-never.ts';
import type { Format } from '$lib/base/format/format.ts';

/** A figure as a board shows it; the unit stands in the head of its column. */
export function boardValue(value: number, unit: Board['unit'], { number, durationText }: Format): string {
  switch (unit) {
    case 'bytes_per_s':
      return number(value / 1e6);
    case 'iops':
    case 'files_per_s':
    case 'points':
      return number(value, 0);
    case 'ns':
      return durationText(value);
    default:
      return assertNever(unit);
  }
}
