import type { BrokenRow } from '$lib/base/local/database.ts';
import { publishedHere } from '$lib/base/local/published-runs.ts';
import { localIdOf } from '$lib/base/pick/address.ts';
import { picked } from '$lib/base/pick/picked.svelte.ts';
import type { HistoryEntry } from './entry.ts';
import {
  deleteAllRuns,
  deleteBroken,
  deleteRun,
  putBack,
  readHistoryRows,
  readStored,
  type StoredRun,
} from './store.ts';

type HistoryState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'read'; readonly entries: readonly HistoryEntry[]; readonly broken: readonly BrokenRow[] };

/** The runs kept in this browser, and what can be done to them. */
export class History {
  #state = $state.raw<HistoryState>({ kind: 'reading' });
  #deletedRun = $state.raw<StoredRun | null>(null);

  get state(): HistoryState {
    return this.#state;
  }
  get #entries(): readonly HistoryEntry[] {
    return this.#state.kind === 'read' ? this.#state.entries : [];
  }
  /** The run deleted last can be put back until the page is left. */
  get canRestore(): boolean {
    return this.#deletedRun !== null;
  }

  async read(): Promise<void> {
    try {
      const { rows, broken } = await readHistoryRows();
      this.#state = { kind: 'read', entries: rows, broken };
    } catch {
      this.#state = { kind: 'unreadable' };
    }
  }

  delete({ started_at }: HistoryEntry): Promise<void> {
    return this.#change(async () => {
      const run = await readStored(started_at);
      // By a click before this one, whose run can still be put back.
      if (run.entry === undefined) return;
      await deleteRun(started_at);
      this.#deletedRun = run;
      picked.forget(localIdOf(started_at));
    });
  }

  /** A row that cannot be read cannot be put back either: the page asks first. */
  deleteBroken(row: BrokenRow): Promise<void> {
    return this.#change(() => deleteBroken(row));
  }

  async restore(): Promise<void> {
    const deletedRun = this.#deletedRun;
    if (!deletedRun) return;
    await this.#change(async () => {
      await putBack(deletedRun);
      this.#deletedRun = null;
    });
  }

  deleteAll(): Promise<void> {
    return this.#change(async () => {
      await deleteAllRuns();
      for (const { started_at } of this.#entries) picked.forget(localIdOf(started_at));
      this.#deletedRun = null;
    });
  }

  /** What fails has changed nothing: the list is read again, and says where this browser keeps nothing any more. */
  async #change(work: () => Promise<void>): Promise<void> {
    await work().catch(() => undefined);
    await this.read();
  }

  /** The id of a run that was published from this browser, `null` for one that was not. */
  publishedId(entry: HistoryEntry): string | null {
    return publishedHere(entry);
  }
}
