import type { Fill, Floor, JobResult } from '@opfsmark/schema/documents';
import type { Forget, MatrixResult } from '@opfsmark/schema/families';

/** What has been measured so far. Every change is handed on. */
export class Findings {
  readonly #publish: (result: MatrixResult) => void;
  #result: MatrixResult = { family: 'matrix', floors: [], jobs: [] };

  constructor(publish: (result: MatrixResult) => void) {
    this.#publish = publish;
  }

  setFill(fill: Fill): void {
    this.#change({ fill });
  }

  setForget(forget: Forget): void {
    this.#change({ forget });
  }

  addFloor(floor: Floor): void {
    this.#change({ floors: [...this.#result.floors, floor] });
  }

  /** `index`: in the order of jobs; replaces what was known of this job. */
  setJob(index: number, job: JobResult): void {
    this.#change({ jobs: [...this.#result.jobs.slice(0, index), job] });
  }

  get result(): MatrixResult {
    return this.#result;
  }

  #change(changes: Partial<MatrixResult>): void {
    this.#result = { ...this.#result, ...changes };
    this.#publish(this.#result);
  }
}
