import { decodeSeries, encodeSeries, type Pass, type Side } from '@opfsmark/schema/documents';
import {
  STUTTER_BLOCK_BYTES,
  stutterFiles,
  stutterPlan,
  stutterSlices,
  stutterStep,
} from '@opfsmark/schema/families/stutter/plan';
import { StutterPlan } from '@opfsmark/schema/families/stutter/schema';
import { addPasses } from '../../page/merge.ts';
import { fill, runPass } from '../../page/passes.ts';
import type { Session } from '../../page/session.ts';
import type { Workload } from '../../page/workload.ts';

/** Bins of a load; where it outgrows them, neighbours are joined and bins become twice as wide. */
const MAX_BINS = 1024;
const LOAD_BIN_NS = 100e6;
/** The width of a slice's bins: narrow enough that every bin of the load has one, wherever in it the slice began. */
const SLICE_BIN_NS = LOAD_BIN_NS / 2;

const KEYS = ['ops', 'busy_us', 'max_us'] as const;
const DIRECTIONS = ['read', 'write'] as const;
type Key = (typeof KEYS)[number];

const join = (key: Key, a: number, b: number) => (key === 'max_us' ? Math.max(a, b) : a + b);

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
          values[bin] = join(key, values[bin] ?? 0, value);
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
          join(key, values[2 * bin] ?? 0, values[2 * bin + 1] ?? 0),
        );
      }
    }
  }
}

const callsOf = ({ read, write }: Pass) => (read?.ops ?? 0) + (write?.ops ?? 0);

/** Slice `index` of the load; all slices of a turn share one order of the blocks. */
async function runSlice(session: Session, plan: StutterPlan, index: number, limitMs: number): Promise<Pass> {
  const { perTurn } = stutterSlices(plan);
  const [turn, slice] = [Math.floor(index / perTurn), index % perTurn];
  const blocks = session.layout === 'shared' ? 2 * plan.calls : Math.floor((2 * plan.calls) / plan.workers);
  return runPass(session, {
    job: { index: turn, row: 0, direction: 'mix' },
    row: { pattern: 'random', block_bytes: STUTTER_BLOCK_BYTES, queues: plan.workers, threads: 1 },
    loops: 1,
    pass: { kind: 'throughput', loop: 1, timing: 'each', flush: plan.flush, limitS: 0 },
    step: stutterStep(plan),
    // The file is whole fill blocks; the calls are counted exactly.
    adjust: ({ share, ...request }) => ({
      ...request,
      limitNs: Math.ceil(limitMs) * 1e6,
      binNs: SLICE_BIN_NS,
      share: {
        ...share,
        blockCount: blocks,
        first: share.first + slice * share.stride,
        stride: share.stride * perTurn,
      },
    }),
  });
}

/** Often enough for the view, and not so often that showing it disturbs what is measured. */
const PUBLISH_EVERY_MS = 1_000;

/** Reads and writes in turn, by every worker, at random places of one file, for as long as the plan asks. */
export const stutter: Workload<'stutter'> = {
  plans: stutterPlan,
  schema: StutterPlan,
  files: stutterFiles,
  async measure(session, plan, publish) {
    const { layout } = session;
    const { clock } = session.host;
    const fileFill = await fill(session);
    publish({ family: 'stutter', layout, fill: fileFill });

    const { perTurn, seconds, countMax } = stutterSlices(plan);
    const limitMs = plan.limit_s * 1_000;
    const startedMs = clock.nowMs();
    // Without the times in which computer or page stood still.
    const lostBeforeMs = session.lostMs;
    const elapsedMs = () => clock.nowMs() - startedMs - (session.lostMs - lostBeforeMs);
    const series = new LoadSeries();
    let pass: Pass | undefined;
    let loadMs = 0;
    let publishedMs = 0;
    const publishLoad = () => {
      if (pass) publish({ family: 'stutter', layout, fill: fileFill, pass: series.of(pass), load_ms: loadMs });
      publishedMs = elapsedMs();
    };
    const isOver = (slices: number) =>
      (limitMs > 0 && elapsedMs() >= limitMs) || (slices >= perTurn && elapsedMs() >= plan.min_s * 1_000);
    try {
      for (let slices = 0; slices < countMax && !isOver(slices); slices++) {
        const earlyMs = slices * seconds * 1_000 - elapsedMs();
        if (earlyMs > 0) await session.rest(earlyMs / 1_000);
        // The part that lay in the rest comes off the time before the slice takes its place in it.
        await session.stoodSince(session.tickMs());
        if (isOver(slices)) break;
        const leftMs = limitMs > 0 ? Math.max(1, limitMs - elapsedMs()) : 0;
        const beganNs = elapsedMs() * 1e6;
        const slice = await runSlice(session, plan, slices, leftMs);
        pass = addPasses(pass, slice);
        series.add(slice, beganNs);
        loadMs = elapsedMs();
        if (loadMs - publishedMs >= PUBLISH_EVERY_MS) publishLoad();
      }
    } finally {
      publishLoad();
    }
    if (pass) session.progress.forecast.countWork(callsOf(pass));
  },
};
