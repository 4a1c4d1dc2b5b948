import type { PublishedFigure, PublishedSource } from '@opfsmark/schema/checked';

/** A store that is open in this worker. */
export interface OpenContender {
  /** What a call needs to find; not timed. */
  prepare?(operation: string, index: number): Promise<void> | void;
  /** Answers how many rows it found or changed, as soon as the published script stops its clock. */
  call(operation: string, index: number): Promise<number>;
  /** Waits for what the call began and had not finished. */
  finish?(): Promise<void>;
  close(): Promise<void> | void;
}

interface Contender {
  readonly id: string;
  /** On npm; `null`: the browser's own API. */
  readonly package: string | null;
  /** Whether the source presents its saves as durable. */
  readonly durable: boolean;
  /** `name`: of a place that nothing else uses. Packages are imported here, so that one that is missing fails alone. */
  open(name: string): Promise<OpenContender>;
}

interface Operation {
  readonly id: string;
  readonly kind: 'read' | 'write';
  /** How often it is called: in each timed round, and one at a time while syncs are counted. */
  readonly calls: number;
  readonly counted: number;
}

/** Instead of an operation: the sum of all, where one number was published for them. */
export const ALL = 'all';

/** The one is said to take so many times longer than the other. */
interface Claim {
  readonly operation: string;
  readonly slow: string;
  readonly fast: string;
  /** `null`: of a contender that is ours. */
  readonly published: number | null;
}

/** A table that somebody published, as it is run again here. */
export interface PublishedTable {
  readonly source: PublishedSource;
  readonly figures: readonly PublishedFigure[];
  /** How the published script makes one number of its samples. */
  readonly mean: (samples: readonly number[]) => number;
  readonly operations: readonly Operation[];
  readonly contenders: readonly Contender[];
  readonly claims: readonly Claim[];
  /** Timed in a private window too: where calls of a file cost more than the work on it. */
  readonly alsoPrivate?: boolean;
}

export function mean(samples: readonly number[]): number {
  return samples.reduce((sum, ms) => sum + ms, 0) / samples.length;
}
