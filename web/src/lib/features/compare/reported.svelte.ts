import type { ForeignFigure, ForeignProblem } from '@opfsmark/schema/foreign';
import type { Compared } from './compare.ts';

/** A result that another tool reports. */
export interface ReportedResult {
  readonly id: string;
  readonly name: string;
  /** How its figures met the page cache, each once. */
  readonly accesses: readonly ForeignFigure['access'][];
  readonly count: number;
  readonly problems: readonly ForeignProblem[];
  /** In the rows of a result with figures of these ids. */
  beside(ids: readonly string[]): Compared;
}

/** In memory alone: what somebody pastes is theirs, and a reload forgets it. */
export class ReportedResults {
  #all = $state.raw<readonly ReportedResult[]>([]);

  get all(): readonly ReportedResult[] {
    return this.#all;
  }

  /** Returns what it is called: a second one of the same tool has a number. */
  add(result: ReportedResult): string {
    const names = new Set(this.#all.map(({ name }) => name));
    let name = result.name;
    for (let number = 2; names.has(name); number++) name = `${result.name} (${number})`;
    this.#all = [...this.#all, { ...result, name }];
    return name;
  }

  remove(id: string): void {
    this.#all = this.#all.filter((result) => result.id !== id);
  }
}

/** The results that this tab holds, on any comparison in it. Only a browser fills it. */
export const reportedResults = new ReportedResults();
