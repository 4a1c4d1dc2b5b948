import type { Checkup, CheckupStep } from '@opfsmark/core';
import type { Client } from '@opfsmark/schema/documents';

type CheckupState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly step: CheckupStep }
  | { readonly kind: 'done'; readonly checkup: Checkup }
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly detail: string };

/** A checkup of this browser, as often as somebody asks for one. */
export class CheckupSession {
  #state = $state.raw<CheckupState>({ kind: 'idle' });

  get state(): CheckupState {
    return this.#state;
  }

  async run(detectClient: () => Promise<Client>): Promise<void> {
    this.#state = { kind: 'running', step: 'page' };
    try {
      const [{ checkUp }, client] = await Promise.all([import('./engine.ts'), detectClient()]);
      const checkup = await checkUp({
        client,
        onStep: (step) => {
          this.#state = { kind: 'running', step };
        },
      });
      this.#state = { kind: 'done', checkup };
    } catch (error) {
      const isBusy = error instanceof Error && error.name === 'RunRefused';
      this.#state = isBusy ? { kind: 'busy' } : { kind: 'failed', detail: String(error) };
    }
  }
}
