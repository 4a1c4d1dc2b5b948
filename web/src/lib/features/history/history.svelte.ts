import type { AnyRecord } from '@opfsmark/schema/families';
import { deletionTokenOf, publishedIdOf } from '$lib/base/local/keeper.ts';
import type { HistoryEntry } from './entry.ts';
import { forgetAllRuns, forgetRun, keepRun, readHistory, readRecord } from './store.ts';

export type HistoryState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'read'; readonly entries: readonly HistoryEntry[] };

/** The runs kept in this browser, and what can be done to them. */
export class History {
  #state = $state.raw<HistoryState>({ kind: 'reading' });
  #forgotten = $state.raw<{ readonly record: AnyRecord; readonly runId: string | null } | null>(null);

  get state(): HistoryState {
    return this.#state;
  }
  /** The run deleted last, until the page is left: it can be put back. */
  get canRestore(): boolean {
    return this.#forgotten !== null;
  }

  async read(): Promise<void> {
    try {
      this.#state = { kind: 'read', entries: await readHistory() };
    } catch {
      this.#state = { kind: 'unreadable' };
    }
  }

  async forget(entry: HistoryEntry): Promise<void> {
    const record = await readRecord(entry.started_at);
    await forgetRun(entry.started_at);
    this.#forgotten = record ? { record, runId: entry.run_id } : null;
    await this.read();
  }

  async restore(): Promise<void> {
    if (!this.#forgotten) return;
    await keepRun(this.#forgotten.record, this.#forgotten.runId);
    this.#forgotten = null;
    await this.read();
  }

  async forgetAll(): Promise<void> {
    await forgetAllRuns();
    this.#forgotten = null;
    await this.read();
  }

  /** The address of a run that was published from here, `null` for one that was not. */
  publishedId(entry: HistoryEntry): string | null {
    const id = publishedIdOf(entry, localStorage);
    return id !== null && deletionTokenOf(id, localStorage) !== null ? id : null;
  }
}
