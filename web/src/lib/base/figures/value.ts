import type { Figure } from '@opfsmark/schema/figures';
import { assertNever } from '$lib/base/assert-never.ts';
import { callTime } from '$lib/base/format/call-time.ts';
import type { Format } from '$lib/base/format/format.ts';
import type { Texts } from '$lib/base/i18n/index.ts';

/** Times of single calls; all others are means of many, which are finer than the clock. */
const CALL_ID = /(?: drive_wait|^drive-time|^random-read|^longest)$/;

/** A figure with its unit; `clockStepNs` is of the clock that measured it, where it is one. */
export function figureValue(
  { id, value, unit }: Pick<Figure, 'id' | 'value' | 'unit'>,
  format: Format,
  units: Texts<'compare'>['units'],
  clockStepNs: number | null = null,
): string {
  switch (unit) {
    case 'bytes_per_s':
      return `${format.number(value / 1e6)} MB/s`;
    case 'iops':
    case 'files_per_s':
    case 'rows_per_s':
      return units[unit]({ value: format.number(value) });
    case 'calls':
      return units.calls({ value: format.number(value, 0) });
    case 'ns':
      return CALL_ID.test(id) ? callTime(format, value, clockStepNs) : format.durationText(value);
    case 'share':
      return format.percent(value, 1);
    default:
      return assertNever(unit);
  }
}
