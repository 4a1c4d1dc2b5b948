import type { Chart, Formatter } from '@opfsmark/schema/report';
import { unitOf } from '@opfsmark/schema/figures/units';
import type { BarsSpec, LinesSpec } from '$lib/base/charts/spec.ts';

function placeText(place: Chart['places'][number], format: Formatter): string {
  if (typeof place === 'string') return place;
  return 'value' in place ? format.text(place) : format.marked(place.name, place);
}

/** A chart of a report as the page draws it; `tick` writes a number at an axis. */
export function chartSpec(chart: Chart, format: Formatter, tick: (value: number) => string): LinesSpec | BarsSpec {
  const { unit, series, axis, isLogarithmic = false } = chart;
  const { size: scale, symbol } = unitOf(unit);
  const label = format.unitLabel(unit) || symbol;
  const places = chart.places.map((place) => placeText(place, format));
  const show = (value: number) => format.text({ value: value * scale, unit });
  const namedSeries = series.map((entry) => ({ ...entry, name: format.marked(entry.name, entry) }));
  if (chart.kind === 'lines') {
    const lines = namedSeries.map(({ name, colour, isDashed = false, values }) => ({
      ...{ name, colour, dashed: isDashed },
      values: values.map((value) => (value === null ? null : value / scale)),
    }));
    return {
      kind: 'lines',
      places,
      lines,
      titles: { x: axis ?? '', y: label },
      logarithmic: isLogarithmic,
      tick,
      show,
    };
  }
  // Bars have no logarithmic axis of their own: a ratio of 1 is where they begin.
  const barValue = (value: number) => (isLogarithmic ? Math.log10(value) : value / scale);
  const bars = namedSeries.map(({ name, colour, values }) => ({
    ...{ name, colour },
    values: values.map((value) => (value === null ? null : barValue(value))),
  }));
  return {
    kind: 'bars',
    places,
    bars,
    stacked: chart.kind === 'stacked',
    // Shares have their unit at each number.
    axis: axis ?? (unit === 'share' ? '' : label),
    show: (value) => (isLogarithmic ? format.text({ value: 10 ** value, unit }) : show(value)),
  };
}
