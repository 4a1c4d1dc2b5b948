import type { RunView } from '@opfsmark/schema/api';
import type { ComparedRun } from './compare.ts';
import { comparedRunOf } from './compared-run.ts';

type BesideState =
  { readonly kind: 'reading' } | { readonly kind: 'unreadable' } | { readonly kind: 'read'; readonly run: ComparedRun };

/** A published result, fetched to stand beside one that was measured here. */
export class Beside {
  #state = $state.raw<BesideState>({ kind: 'reading' });

  constructor(id: string, send: typeof fetch = fetch) {
    void this.#read(id, send);
  }

  get state(): BesideState {
    return this.#state;
  }

  async #read(id: string, send: typeof fetch): Promise<void> {
    try {
      const response = await send(`/api/v1/runs/${encodeURIComponent(id)}`, {
        headers: { accept: 'application/json' },
      });
      // The service validates what it stores; its answers are trusted like our own functions.
      this.#state = response.ok
        ? { kind: 'read', run: comparedRunOf((await response.json()) as RunView) }
        : { kind: 'unreadable' };
    } catch {
      this.#state = { kind: 'unreadable' };
    }
  }
}
