import { decodeSeries, encodeSeries, type Pass, type Side } from '@opfsmark/schema/documents';

/** Bins of a load; where it outgrows them, neighbours are joined and bins become twice as wide. */
const MAX_BINS = 1024;
const LOAD_BIN_NS = 100e6;
/** Of a slice: narrow enough that every bin of the load has one, wherever in it the slice began. */
export const SLICE_BIN_NS = LOAD_BIN_NS / 2;

const KEYS = ['ops', 'busy_us', 'max_us'] as const;
const DIRECTIONS = ['read', 'write'] as const;
type Key = (typeof KEYS)[number];

const joined = (key: Key, a: number, b: number) => (key === 'max_us' ? Math.max(a, b) : a + b);

/** The series of a load, whose slices lie on one time line with the rests between them. Kept as numbers until shown. */
export class LoadSeries {
  #binNs = LOAD_BIN_NS;
  #bins = 0;
  readonly #values = {
    read: { ops: [], busy_us: [], max_us: [] } as Record<Key, number[]>,
    write: { ops: [], busy_us: [], max_us: [] } as Record<Key, number[]>,
  };

  /** A slice that began so long after the load. */
  add(slice: Pass, beganNs: number): void {
    const binOf = (index: number) => Math.floor((beganNs + (index + 0.5) * slice.bin_ns) / this.#binNs);
    const sides = DIRECTIONS.flatMap((direction) => {
      const side = slice[direction];
      return side ? [{ direction, series: side.series, bins: decodeSeries(side.series.ops).length }] : [];
    });
    const bins = Math.max(0, ...sides.map((side) => side.bins));
    while (slice.bin_ns > this.#binNs || (bins > 0 && binOf(bins - 1) >= MAX_BINS)) this.#widen();
    for (const { direction, series } of sides) {
      for (const key of KEYS) {
        const values = this.#values[direction][key];
        decodeSeries(series[key]).forEach((value, index) => {
          const bin = binOf(index);
          values[bin] = joined(key, values[bin] ?? 0, value);
        });
      }
    }
    if (bins > 0) this.#bins = Math.max(this.#bins, binOf(bins - 1) + 1);
  }

  /** The pass with the course that its slices took. */
  of(pass: Pass): Pass {
    const { read, write } = pass;
    return {
      ...pass,
      bin_ns: this.#binNs,
      ...(read && { read: this.#sideOf(read, 'read') }),
      ...(write && { write: this.#sideOf(write, 'write') }),
    };
  }

  #sideOf(side: Side, direction: 'read' | 'write'): Side {
    const text = (key: Key) =>
      encodeSeries(Array.from({ length: this.#bins }, (_, bin) => this.#values[direction][key][bin] ?? 0));
    return { ...side, series: { ops: text('ops'), busy_us: text('busy_us'), max_us: text('max_us') } };
  }

  #widen(): void {
    this.#binNs *= 2;
    this.#bins = Math.ceil(this.#bins / 2);
    for (const direction of DIRECTIONS) {
      for (const key of KEYS) {
        const values = this.#values[direction][key];
        this.#values[direction][key] = Array.from({ length: this.#bins }, (_, bin) =>
          joined(key, values[2 * bin] ?? 0, values[2 * bin + 1] ?? 0),
        );
      }
    }
  }
}
