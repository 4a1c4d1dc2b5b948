import type { Fill, Floor, JobResult, Layout } from '@opfsmark/schema/documents';
import { partFiles, trialFilesOf, type FilePart } from '@opfsmark/schema/families/matrix/schedule';
import { sampleFilesOf } from '@opfsmark/schema/families/matrix/forget';
import type { Forget, MatrixResult } from '@opfsmark/schema/families/matrix/schema';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import type { FileSet } from '../../page/handles.ts';
import { PREPARED_FOLDER } from '../../protocol/files.ts';

/** The files of a part that is read once. Those of a cold plan wait in a folder of their own. */
export function partSet(plan: MatrixPlan, layout: Layout, part: FilePart): FileSet {
  return {
    files: partFiles(plan, part.row),
    layout,
    part: part.index,
    ...(plan.cache === 'cold' && { folder: PREPARED_FOLDER }),
  };
}

/** The first number that no part has, however many of them a row needs. */
const beyondParts = ({ rows, loops }: MatrixPlan) => rows.length * loops;

/** The files that show how fast the drive is filled, in their order. */
export function trialPartSets(plan: MatrixPlan, layout: Layout): FileSet[] {
  return trialFilesOf(plan).map((files, index) => ({ files, layout, part: beyondParts(plan) + 1 + index }));
}

/** The file that is sampled in their place: one part more, which is never measured. */
export function samplePartSet(plan: MatrixPlan, layout: Layout): FileSet {
  return { files: sampleFilesOf(plan), layout, part: beyondParts(plan) };
}

export const NOTHING_FILLED: Fill = { bytes: 0, elapsed_ns: 0, flush_ns: 0 };

/**
 * Files that were filled one after the other: all of it took the time of both. The longest flush is known as such, and the time of
 * the other one is of filling.
 */
export function addedFill(earlierFill: Fill, fill: Fill): Fill {
  return {
    bytes: earlierFill.bytes + fill.bytes,
    elapsed_ns: earlierFill.elapsed_ns + fill.elapsed_ns + Math.min(earlierFill.flush_ns, fill.flush_ns),
    flush_ns: Math.max(earlierFill.flush_ns, fill.flush_ns),
  };
}

/** The findings so far. Every change is handed on. */
export class Findings {
  readonly #publish: (result: MatrixResult) => void;
  #result: MatrixResult = { family: 'matrix', floors: [], jobs: [] };
  readonly #jobs: JobResult[] = [];

  constructor(publish: (result: MatrixResult) => void) {
    this.#publish = publish;
  }

  addFill(fill: Fill): void {
    this.#change({ fill: addedFill(this.#result.fill ?? NOTHING_FILLED, fill) });
  }

  setForget(forget: Forget): void {
    this.#change({ forget });
  }

  addFloor(floor: Floor): void {
    this.#change({ floors: [...this.#result.floors, floor] });
  }

  /** How large this drive's file is, in a plan by time. */
  setFileBytes(file_bytes: number): void {
    this.#change({ file_bytes });
  }

  /** `index`: in the order of jobs, which may take turns; replaces what was known of this job. */
  setJob(index: number, job: JobResult): void {
    this.#jobs[index] = job;
    this.#change({ jobs: Object.values(this.#jobs) });
  }

  get result(): MatrixResult {
    return this.#result;
  }

  #change(changes: Partial<MatrixResult>): void {
    this.#result = { ...this.#result, ...changes };
    this.#publish(this.#result);
  }
}
