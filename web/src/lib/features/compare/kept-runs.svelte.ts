import { readOne } from '$lib/base/local/database.ts';
import { localStartOf } from '$lib/base/pick/address.ts';
import type { ComparedRun } from './compare.ts';

type Read = (startedAt: string) => Promise<unknown>;
const readKept: Read = (startedAt) => readOne('records', startedAt);

/** Those of the runs asked for that are kept in this browser; the service does not know them. */
export class KeptRuns {
  readonly #ids: readonly string[];
  #runs = $state.raw<ReadonlyMap<string, ComparedRun> | null>(null);
  #isPartMissing = $state(false);

  constructor(ids: readonly string[]) {
    this.#ids = ids.filter((id) => localStartOf(id) !== null);
  }

  get reading(): boolean {
    return this.#runs === null && this.#ids.length > 0 && !this.#isPartMissing;
  }

  /** The code that reads them could not be loaded: whether they are there is not known. */
  get isPartMissing(): boolean {
    return this.#isPartMissing;
  }

  /** Those that are not there, once it is known. */
  get missing(): readonly string[] {
    return this.#runs === null ? [] : this.#ids.filter((id) => !this.#runs?.has(id));
  }

  run(id: string): ComparedRun | null {
    return this.#runs?.get(id) ?? null;
  }

  async read(read: Read = readKept): Promise<void> {
    if (this.#ids.length === 0) return;
    // The code that knows every family comes only with a run to read.
    const parts = await Promise.all([import('./compared-run.ts'), import('$lib/base/local/check-record.ts')]).catch(
      () => null,
    );
    this.#isPartMissing = parts === null;
    if (parts === null) return;
    const [{ comparedRunOf }, { isRunRecord }] = parts;
    const runs = new Map<string, ComparedRun>();
    for (const id of this.#ids) {
      // Where site data is blocked nothing was kept.
      const record = await read(localStartOf(id) ?? '').catch(() => undefined);
      if (isRunRecord(record)) runs.set(id, comparedRunOf({ run_id: id, record, declared: {} }));
    }
    this.#runs = runs;
  }
}
