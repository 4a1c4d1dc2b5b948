import type { Figure } from '@opfsmark/schema/figures';
import { assertNever } from '$lib/base/assert-never.ts';
import type { Format } from '$lib/base/format/format.ts';
import type { Texts } from '$lib/base/i18n/index.ts';

/** A figure with its unit. */
export function figureValue(
  { value, unit }: Pick<Figure, 'value' | 'unit'>,
  format: Format,
  units: Texts<'compare'>['units'],
): string {
  switch (unit) {
    case 'bytes_per_s':
      return `${format.number(value / 1e6)} MB/s`;
    case 'iops':
    case 'files_per_s':
    case 'rows_per_s':
      return units[unit]({ value: format.number(value, value < 10 ? 1 : 0) });
    case 'calls':
      return units.calls({ value: format.number(value, 0) });
    case 'ns':
      return format.durationText(value);
    case 'share':
      return format.percent(value, 1);
    default:
      return assertNever(unit);
  }
}
