import type { Fill, Floor, JobResult, Layout } from '@opfsmark/schema/documents';
import {
  partFiles,
  sampleFilesOf,
  trialFilesOf,
  type FilePart,
  type Forget,
  type MatrixPlan,
  type MatrixResult,
} from '@opfsmark/schema/families';
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

/** The file that shows how fast the drive is filled. */
export function trialPartSet(plan: MatrixPlan, layout: Layout): FileSet {
  return { files: trialFilesOf(plan), layout, part: beyondParts(plan) + 1 };
}

/** The file that is sampled in their place: one part more, which is never measured. */
export function samplePartSet(plan: MatrixPlan, layout: Layout): FileSet {
  return { files: sampleFilesOf(plan), layout, part: beyondParts(plan) };
}

/** What has been measured so far. Every change is handed on. */
export class Findings {
  readonly #publish: (result: MatrixResult) => void;
  #result: MatrixResult = { family: 'matrix', floors: [], jobs: [] };
  readonly #jobs: JobResult[] = [];

  constructor(publish: (result: MatrixResult) => void) {
    this.#publish = publish;
  }

  /** To what was filled before. */
  addFill({ bytes, elapsed_ns, flush_ns }: Fill): void {
    const before = this.#result.fill ?? { bytes: 0, elapsed_ns: 0, flush_ns: 0 };
    const fill = {
      bytes: before.bytes + bytes,
      elapsed_ns: before.elapsed_ns + elapsed_ns,
      flush_ns: Math.max(before.flush_ns, flush_ns),
    };
    this.#change({ fill });
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
