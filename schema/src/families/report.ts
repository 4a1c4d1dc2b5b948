import type { Counts } from '../documents/histogram.ts';
import type { JobResult, Reads } from '../documents/pass.ts';
import type { Direction, Row } from '../documents/checks.ts';
import {
  bytesPerSecond,
  iops,
  type JobFigure,
  latency,
  type Latency,
  latencyCounts,
  latencyPasses,
  leadingFigure,
  meanCallNs,
  passesOf,
  passOps,
} from '../figures/derive.ts';
import { depthShort, reachedDepth } from '../figures/depth.ts';
import { quantity, type Quantity, type Origin } from '../figures/figure.ts';
import type { Unit } from '../figures/units.ts';
import { sum } from '../documents/stats.ts';
import type { Environment } from '../documents/environment.ts';

/** As much of a record's environment as numbers are told by: of a run under way it is known, too. */
type Clocked = Pick<Environment, 'engine' | 'clock_step_ns'>;

export type { CommonWords, Translation } from '../figures/words/en.ts';

/** A run as its family describes it: a finished one, or one under way. */
export interface Described<Plan, Result> {
  readonly plan: Plan;
  readonly result: Result;
  readonly environment: Clocked;
  readonly isRunning?: boolean;
}

/** A sentence in a language, and the values that stand in it: see `say`. */
export interface Phrase {
  readonly text: string;
  readonly values: Readonly<Record<string, string | Quantity>>;
}

export const phrase = (text: string, values: Phrase['values'] = {}): Phrase => ({ text, values });

/** In a table; several numbers stand side by side. `missing`: not shown, because it came from there. */
export type Cell = string | Quantity | readonly Quantity[] | Phrase | { readonly missing: Origin | null } | null;

/** A column with a unit has it in its head, and not in each cell. */
export interface Column {
  /** Default: the unit. */
  readonly name?: string;
  readonly unit?: Unit;
}

interface Placement {
  /** Below the result in a tab of its own; absent where it is part of what is seen first. */
  readonly tab?: 'figures' | 'latency';
}

export interface Table extends Placement {
  readonly kind: 'table';
  readonly caption: string;
  /** How many of the first columns hold words. Default: one. */
  readonly words?: number;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly hints?: readonly Phrase[];
}

export interface Series {
  readonly name: string;
  readonly colour: 'read' | 'write' | 'muted' | 'line';
  readonly isDashed?: boolean;
  /** One for each place; `null` leaves a gap. */
  readonly values: readonly (number | null)[];
  /** Where all of them came from. */
  readonly origin?: Origin | null;
}

export interface Chart extends Placement {
  readonly kind: 'bars' | 'stacked' | 'lines';
  readonly title: string;
  /** Names or sizes of what is beside each other: powers of two make that a logarithmic axis. */
  readonly places: readonly (string | Quantity | { readonly name: string; readonly origin: Origin | null })[];
  /** The name of the places; absent where their names say it. */
  readonly axis?: string;
  readonly unit: Unit;
  readonly series: readonly Series[];
  readonly isLogarithmic?: boolean;
}

/** One measured figure of one test, as tables of tools have it. */
export interface Test {
  readonly row: Row;
  readonly direction: Direction;
  readonly reads?: Reads | undefined;
  readonly status: JobResult['status'];
  readonly figure: JobFigure;
  readonly workers: number;
  readonly bytesPerS: Quantity;
  readonly iops: Quantity;
  /** Calls per second of each loop. */
  readonly loops: readonly number[];
  /** Reads among all calls, 0..1. */
  readonly readShare: number;
  readonly meanNs: number | null;
  /** Times of the calls that were timed one by one, by direction. */
  readonly latency: Latency | null;
  /** The histogram behind them. */
  readonly counts: Counts;
  /** Calls in flight on average; `isShallow` where its name promises more. */
  readonly depth: number | null;
  readonly isShallow: boolean;
  readonly origin: Origin | null;
  readonly shareFromMemory: number | null;
  /** Whether its test is shown by it first. */
  readonly isLeading: boolean;
  /** A test that set out to read the drive and did not is left out where the same row was read from memory. */
  readonly isShown: boolean;
  /** Too little was written to see what comes after a drive's own cache. */
  readonly isBurst: boolean;
}

/** The report of a family on a result, beside its figures, as data. */
export interface FamilyReport {
  /** Said first, in the order of weight. */
  readonly lead: readonly Phrase[];
  /** The limits of that. */
  readonly hints: readonly Phrase[];
  readonly parts: readonly (Table | Chart)[];
  /** Tests of rows, where the family has such. */
  readonly tests?: readonly Test[];
  /** The sizes that a grid in the layout of other tools names. */
  readonly grid?: Readonly<Record<'file_bytes' | 'limit_s' | 'interval_s', number>> & {
    readonly loops: readonly [fewest: number, most: number];
  };
}

/** Before anything was measured. */
export const NO_REPORT: FamilyReport = { lead: [], hints: [], parts: [] };

export const isTable = (part: Table | Chart): part is Table => part.kind === 'table';

interface TestFacts {
  readonly origin: Origin | null;
  readonly shareFromMemory?: number | null;
  readonly isShown?: boolean;
  readonly isBurst?: boolean;
  /** Whether the times of its calls are those of where it came from. */
  readonly hasTimes?: boolean;
}

/** One figure of a job as a test; none before its first loop is done. */
export function testOf(job: JobResult, figure: JobFigure, facts: TestFacts): Test[] {
  const [bytes, calls] = [bytesPerSecond(job, figure), iops(job, figure)];
  if (!bytes || !calls) return [];
  const { origin, shareFromMemory = null, isShown = true, isBurst = false, hasTimes = true } = facts;
  const side = job.direction === 'write' ? 'write' : 'read';
  const timedPasses = hasTimes ? latencyPasses(job, figure) : [];
  const passes = passesOf(job, figure);
  return [
    {
      ...{ row: job.row, direction: job.direction, reads: job.reads, status: job.status, figure, workers: job.workers },
      bytesPerS: quantity(bytes.interval, 'bytes_per_s', origin),
      iops: quantity(calls.interval, 'iops', origin),
      loops: calls.values,
      readShare: sum(passes.map(({ read }) => read?.ops ?? 0)) / sum(passes.map(passOps)),
      meanNs: meanCallNs(job, figure),
      latency: latency(timedPasses, side),
      counts: latencyCounts(timedPasses, side),
      depth: reachedDepth(job, figure),
      isShallow: depthShort(job, figure) !== null,
      ...{ origin, shareFromMemory, isShown, isBurst, isLeading: figure === leadingFigure(job) },
    },
  ];
}
