import type { Ticket } from '@opfsmark/schema/api';
import type { RunRecord } from '@opfsmark/schema/families';
import { publishedHere } from '$lib/base/local/published-runs.ts';
import type PublishDialog from './PublishDialog.svelte';
import type { Publisher } from './publisher.svelte.ts';

interface OpenDialog {
  readonly Dialog: typeof PublishDialog;
  readonly publisher: Publisher;
  /** The group whose link opened the page. */
  readonly groupId: string | null;
}

/** The dialog by which what was measured is published: loaded before it is needed, open or not. */
export class Publishing {
  readonly #loadTexts: () => Promise<void>;
  #dialog = $state.raw<OpenDialog | null>(null);

  constructor(loadTexts: () => Promise<void>) {
    this.#loadTexts = loadTexts;
  }

  get open(): OpenDialog | null {
    return this.#dialog;
  }

  /** When a run begins: while it measures nothing is loaded, and afterwards the network may be gone. */
  async load() {
    const [{ default: Dialog }, { Publisher }] = await Promise.all([
      import('./PublishDialog.svelte'),
      import('./publisher.svelte.ts'),
      this.#loadTexts(),
    ]);
    return { Dialog, Publisher };
  }

  async show(record: RunRecord, ticket: Ticket | null, groupId: string | null = null): Promise<void> {
    const { Dialog, Publisher } = await this.load();
    this.#dialog = { Dialog, publisher: await Publisher.prepare(record, ticket), groupId };
  }

  /** The id of a run, once it is published. While the dialog is open its button stays, which then has the focus back. */
  publishedId(run: Parameters<typeof publishedHere>[0]): string | null {
    return this.#dialog ? null : publishedHere(run);
  }

  close(): void {
    this.#dialog = null;
  }
}
