import type { RunReceipt, RunUpload, Ticket } from '@opfsmark/schema/api';
import type { Declaration } from '@opfsmark/schema/documents';
import type { RunRecord } from '@opfsmark/schema/families';
import { forgetRigId, keepDeletionToken, keepRigId, rigIdOf, runIdFor } from '$lib/base/local/keeper.ts';
import { newRunId } from '$lib/base/local/run-id.ts';
import { send, type Kept } from './outbox/outbox.ts';
import type { UploadAnswer } from '$lib/base/api/service.ts';

/** `waiting`: kept in this browser and sent later, once. */
export type Send = (runId: string, upload: RunUpload) => Promise<UploadAnswer | Kept>;

export type PublishState =
  | { readonly kind: 'editing' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'refused'; readonly answer: Exclude<UploadAnswer, { kind: 'stored' }> }
  | { readonly kind: 'waiting'; readonly runId: string }
  | { readonly kind: 'published'; readonly receipt: RunReceipt; readonly bookmark: string | null };

/** What the form holds. */
export type Draft = Record<Exclude<keyof Declaration, 'profile_moved'>, string> & {
  /** The browser's profile was put on the drive that is declared. */
  profileMoved: boolean;
  /** All results of this machine are to count as one vote, which needs an id that is the same every time. */
  countMachine: boolean;
};

/** Only what was filled in, without the spaces around it. */
export function declarationOf({ countMachine: _, profileMoved, ...draft }: Draft): Declaration {
  const said = Object.entries(draft)
    .map(([field, text]) => [field, text.trim()] as const)
    .filter(([, text]) => text !== '');
  return { device: '', ...Object.fromEntries(said), ...(profileMoved && { profile_moved: true }) };
}

/** One record on its way to the service. */
export class Publisher {
  readonly #record: RunRecord;
  readonly #ticket: Ticket | null;
  readonly #send: Send;
  readonly #store: Storage;
  /** Shown in the preview, and kept only once it is sent. */
  readonly #proposedRigId = newRunId();
  #state = $state.raw<PublishState>({ kind: 'editing' });

  constructor(record: RunRecord, ticket: Ticket | null, sending: Send = send, store: Storage = localStorage) {
    this.#record = record;
    this.#ticket = ticket;
    this.#send = sending;
    this.#store = store;
  }

  get state(): PublishState {
    return this.#state;
  }

  /** Exactly the document that is sent. */
  upload(draft: Draft): RunUpload {
    return {
      record: this.#record,
      declared: declarationOf(draft),
      ...(this.#ticket ? { ticket: this.#ticket } : {}),
      ...(draft.countMachine ? { rig_id: rigIdOf(this.#store) ?? this.#proposedRigId } : {}),
    };
  }

  async publish(draft: Draft): Promise<void> {
    if (this.#state.kind !== 'editing' && this.#state.kind !== 'refused') return;
    this.#state = { kind: 'sending' };
    if (draft.countMachine) keepRigId(this.#proposedRigId, this.#store);
    else forgetRigId(this.#store);
    const answer = await this.#send(runIdFor(this.#record, this.#ticket, this.#store), this.upload(draft));
    if (answer.kind === 'waiting') {
      this.#state = answer;
      return;
    }
    if (answer.kind !== 'stored') {
      this.#state = { kind: 'refused', answer };
      return;
    }
    const { run_id, deletion_token } = answer.receipt;
    if (deletion_token !== undefined) keepDeletionToken(run_id, deletion_token, this.#store);
    this.#state = { kind: 'published', receipt: answer.receipt, bookmark: answer.bookmark };
  }
}
