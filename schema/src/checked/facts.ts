/** What was seen when a table of browser storage that somebody published was run again: counts, and ratios within one run. */

/** One operation of one contender. */
export interface OperationFacts {
  readonly operation: string;
  readonly kind: 'read' | 'write';
  readonly calls: number;
  /** Rows that all calls together found or changed. */
  readonly rows: number;
  /** Calls that found and changed no row. */
  readonly idle_calls: number;
  /** Reads and writes of the private file system's handles per call. */
  readonly handle_calls: number;
  /** Syncs, counted in calls that were made one at a time, with pauses. */
  readonly syncs: { readonly per_put: number; readonly unsynced_puts: number; readonly puts: number };
  /** The part of the work that was still to do when the clock of the published script had stopped. */
  readonly unfinished: number;
}

export interface ContenderFacts {
  readonly contender: string;
  /** Package and version; the browser's own APIs have none. */
  readonly software: string;
  /** Whether the source presents its saves as durable. */
  readonly durable: boolean;
  readonly operations: readonly OperationFacts[];
  /** Why it could not be run; nothing else is known of it then. */
  readonly failure: string | null;
}

/** How many times longer `slow` takes than `fast`, here and where the table was made. */
export interface RatioFacts {
  readonly operation: string;
  readonly slow: string;
  readonly fast: string;
  /** `null`: a contender of this project's own, to tell a technology from one way of using it. */
  readonly published: number | null;
  /** In a private window, whose files the browser keeps in memory and reaches through another process. */
  readonly private: boolean;
  readonly value: number;
  /** The bounds of its 90 % interval. */
  readonly low: number;
  readonly high: number;
  readonly rounds: number;
}

/** One run of a published table. */
export interface Outcome {
  readonly contenders: readonly ContenderFacts[];
  readonly ratios: readonly RatioFacts[];
  /** The share of the slowest samples that its mean leaves out. */
  readonly dropped: number;
  /** What the browser's processes read from the drive while operations were timed. */
  readonly drive_read_bytes: number;
}

/** A figure as it was published, in milliseconds. */
export interface PublishedFigure {
  readonly operation: string;
  readonly contender: string;
  readonly ms: number;
}

export interface PublishedSource {
  readonly title: string;
  readonly url: string;
  /** When the figures were published. */
  readonly date: string;
  /** The script that made them. */
  readonly script: string;
  readonly revision: string;
  readonly machine: string;
}

/** A published table, and what came of it in two runs. */
export interface CheckedTable {
  readonly table: string;
  readonly source: PublishedSource;
  readonly figures: readonly PublishedFigure[];
  readonly date: string;
  readonly browser: string;
  readonly machine: {
    readonly cpu: string;
    readonly cpus: number;
    readonly system: string;
    readonly filesystem: string;
  };
  readonly runs: readonly Outcome[];
}
