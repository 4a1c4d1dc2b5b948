import type { BrokenRow } from '$lib/base/local/database.ts';
import { publishedHere } from '$lib/base/local/published-runs.ts';
import { localIdOf } from '$lib/base/pick/address.ts';
import { picked } from '$lib/base/pick/picked.svelte.ts';
import type { HistoryEntry } from './entry.ts';
import { deleteAllRuns, deleteBroken, deleteRun, type KeptRun, readHistoryRows, readKeptRun } from './store.ts';

type HistoryState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'read'; readonly entries: readonly HistoryEntry[]; readonly broken: readonly BrokenRow[] };

/** The runs kept in this browser, and what can be done to them. */
export class History {
  #state = $state.raw<HistoryState>({ kind: 'reading' });
  #deletedRun = $state.raw<KeptRun | null>(null);

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

  async delete({ started_at }: HistoryEntry): Promise<void> {
    const run = await readKeptRun(started_at);
    this.#deletedRun = run === 'unreadable' ? null : run;
    await deleteRun(started_at);
    picked.forget(localIdOf(started_at));
    await this.read();
  }

  /** A row that cannot be read cannot be put back either: the page asks first. */
  async deleteBroken(row: BrokenRow): Promise<void> {
    await deleteBroken(row);
    await this.read();
  }

  async restore(): Promise<void> {
    const deletedRun = this.#deletedRun;
    if (!deletedRun) return;
    const { keepRun } = await import('./keep.ts');
    await keepRun(deletedRun.record, deletedRun.entry.ticket);
    this.#deletedRun = null;
    await this.read();
  }

  async deleteAll(): Promise<void> {
    await deleteAllRuns();
    for (const { started_at } of this.#entries) picked.forget(localIdOf(started_at));
    this.#deletedRun = null;
    await this.read();
  }

  /** The id of a run that was published from this browser, `null` for one that was not. */
  publishedId(entry: HistoryEntry): string | null {
    return publishedHere(entry);
  }
}
