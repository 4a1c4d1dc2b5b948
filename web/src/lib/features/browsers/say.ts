import type { Format } from '$lib/base/format/format.ts';
import type { Texts } from '$lib/base/i18n/index.ts';
import type { ShownFigure, ShownRatio } from './view.server.ts';

interface Wording {
  readonly t: Texts<'browsers'>;
  readonly format: Format;
}

type Names = Readonly<Record<string, string>>;

/** The names of figures: `own` of this page, `stores` of storage for apps, by the parts of an id. */
export function figureNames(own: Names, stores: Names): (id: string) => string {
  return (id) => {
    const [store = '', workload = ''] = id.split(' ');
    return own[id] ?? `${stores[store] ?? store}: ${stores[workload] ?? workload}`;
  };
}

/** Two digits: machines differ by more. */
const digits = (format: Format, value: number) => {
  const rounded = Number(value.toPrecision(value < 10 ? 3 : 2));
  return format.number(rounded, String(rounded).split('.')[1]?.length ?? 0);
};

/** How a browser stands to another, with the 95 % interval. */
export function ratioText(
  { verdict, ratio, low, high }: ShownRatio,
  unit: ShownFigure['unit'],
  { t, format }: Wording,
) {
  if (verdict === 'same' || verdict === 'unclear') return t[verdict]();
  const [factor, least, most] = (ratio < 1 ? [1 / ratio, 1 / high, 1 / low] : [ratio, low, high]).map((value) =>
    digits(format, value),
  );
  const values = { factor: factor ?? '', least: least ?? '', most: most ?? '' };
  if (unit === 'bytes') return ratio < 1 ? t.more(values) : t.less(values);
  return ratio < 1 ? t.slower(values) : t.faster(values);
}

/** Whether the control of a change changed as well. */
export function controlText(control: ShownRatio, wording: Wording): string {
  const { t, format } = wording;
  const { verdict, low, high } = control;
  if (verdict === 'same') return t.controlSame();
  // Ends as near to 1 as these need three decimals.
  if (verdict === 'unclear') return t.controlUnclear({ least: format.number(low, 3), most: format.number(high, 3) });
  return t.controlMoved({ ratio: ratioText(control, 'ns', wording) });
}

export const valueText = (value: number | null, unit: ShownFigure['unit'], format: Format): string => {
  if (value === null) return '–';
  return unit === 'bytes' ? format.bytes(value) : format.durationText(value);
};

/** The number and the word by which values of a figure are divided for a chart. */
export function scaleOf(
  values: readonly number[],
  unit: ShownFigure['unit'],
): { readonly by: number; readonly name: string } {
  if (unit === 'bytes') return { by: 1e6, name: 'MB' };
  const largest = Math.max(...values);
  if (largest >= 1e6) return { by: 1e6, name: 'ms' };
  return largest >= 1e3 ? { by: 1e3, name: 'µs' } : { by: 1, name: 'ns' };
}
