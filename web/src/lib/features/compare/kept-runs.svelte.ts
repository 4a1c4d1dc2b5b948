import type { RunRecord } from '@opfsmark/schema/families';
import { readOne } from '$lib/base/local/database.ts';
import { localStartOf } from '$lib/base/pick/local-id.ts';
import type { ComparedRun } from './compare.ts';

const readKept = (startedAt: string) => readOne<RunRecord>('records', startedAt);

/** Those of the runs asked for that are kept in this browser; the service does not know them. */
export class KeptRuns {
  readonly #ids: readonly string[];
  #found = $state.raw<ReadonlyMap<string, ComparedRun> | null>(null);

  constructor(ids: readonly string[]) {
    this.#ids = ids.filter((id) => localStartOf(id) !== null);
  }

  get reading(): boolean {
    return this.#found === null && this.#ids.length > 0;
  }

  /** Those that are not there, once it is known. */
  get missing(): readonly string[] {
    return this.#found === null ? [] : this.#ids.filter((id) => !this.#found?.has(id));
  }

  run(id: string): ComparedRun | null {
    return this.#found?.get(id) ?? null;
  }

  async read(read: (startedAt: string) => Promise<RunRecord | undefined> = readKept): Promise<void> {
    const found = new Map<string, ComparedRun>();
    if (this.#ids.length > 0) await this.#readAll(read, found);
    this.#found = found;
  }

  async #readAll(read: (startedAt: string) => Promise<RunRecord | undefined>, found: Map<string, ComparedRun>) {
    // What is known of every family comes only with a run to read.
    const { comparedRunOf } = await import('./compared-run.ts');
    for (const id of this.#ids) {
      // Where site data is blocked nothing was kept.
      const record = await read(localStartOf(id) ?? '').catch(() => undefined);
      if (record) found.set(id, comparedRunOf({ run_id: id, record, declared: {} }));
    }
  }
}
