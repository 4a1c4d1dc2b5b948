import type { BoardUnit } from '@opfsmark/schema/boards';
import { assertNever } from '$lib/base/assert-never.ts';
import type { Format } from '$lib/base/format/format.ts';
import type { Texts } from '$lib/base/i18n/index.ts';

/** A figure as a board shows it; the unit stands in the head of its column. A time is told in steps of the clock: see `boardClockNs`. */
export function boardValue(
  value: number,
  unit: BoardUnit,
  { number, latencyText }: Format,
  clockStepNs: number,
): string {
  switch (unit) {
    case 'bytes_per_s':
      return number(value / 1e6);
    case 'iops':
    case 'files_per_s':
    case 'points':
      return number(value, 0);
    case 'ns':
      return latencyText(value, clockStepNs);
    default:
      return assertNever(unit);
  }
}

/** What stands behind a figure; times bring their unit. */
export const unitAfter = (unit: BoardUnit, units: Texts<'boards'>['units']): string =>
  unit === 'ns' ? '' : ` ${units[unit]()}`;

/** A figure with its unit, where it stands alone. */
export function valueWithUnit(
  value: number,
  unit: BoardUnit,
  format: Format,
  units: Texts<'boards'>['units'],
  clockStepNs: number,
): string {
  return `${boardValue(value, unit, format, clockStepNs)}${unitAfter(unit, units)}`;
}
