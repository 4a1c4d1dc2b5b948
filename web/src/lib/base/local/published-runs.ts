import type { Ticket } from '@opfsmark/schema/api';
import { newRunId, RUN_ID_PATTERN } from '@opfsmark/schema/documents';
import type { RunRecord } from '@opfsmark/schema/families';
import { createSubscriber } from 'svelte/reactivity';
import { localStore, namesAfter } from './stores.ts';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

export const ID_KEY = 'opfsmark.run-id.';
const RIG_KEY = 'opfsmark.rig-id';
export const DELETION_KEY = 'opfsmark.deletion-key.';
export const PUBLISHED_KEY = 'opfsmark.published.';

/**
 * The id a record is published under: the ticket's, or a new one. It is kept before anything is sent, so that
 * a second attempt, even after a reload, is the same upload and not another.
 */
export function runIdFor(record: RunRecord, ticket: Ticket | null, store: Store): string {
  if (ticket) return ticket.run_id;
  const key = ID_KEY + record.started_at;
  const savedId = store.getItem(key);
  if (savedId !== null && RUN_ID_PATTERN.test(savedId)) return savedId;
  const id = newRunId();
  try {
    store.setItem(key, id);
  } catch {
    // A browser that keeps nothing is told so when it publishes: it could not keep the deletion key either.
  }
  return id;
}

/** The key by which a result can be deleted: the one kept for it, or a new one that is yet to be kept. */
export function proposeDeletionKey(runId: string, store: Pick<Storage, 'getItem'>): string {
  return deletionKeyOf(runId, store) ?? newSecret();
}

/**
 * Before anything is sent: the service knows only its hash, so that it works even where the answer is lost. Returns the key that
 * is kept: the one of another tab, which may have published the run meanwhile, stays.
 */
export function keepDeletionKey(runId: string, proposedKey: string, store: Store): string {
  const key = deletionKeyOf(runId, store) ?? proposedKey;
  store.setItem(DELETION_KEY + runId, key);
  return key;
}

export function deletionKeyOf(runId: string, store: Pick<Storage, 'getItem'>): string | null {
  return store.getItem(DELETION_KEY + runId);
}

/** The random id under which all results of this machine are those of one machine; `null` until somebody published with the box ticked. */
export function rigIdOf(store: Pick<Storage, 'getItem'>): string | null {
  const savedId = store.getItem(RIG_KEY);
  return savedId !== null && RUN_ID_PATTERN.test(savedId) ? savedId : null;
}

export function keepRigId(proposedId: string, store: Store): void {
  if (rigIdOf(store) === null) store.setItem(RIG_KEY, proposedId);
}

export function forgetRigId(store: Pick<Storage, 'removeItem'>): void {
  store.removeItem(RIG_KEY);
}

/** Tells all tabs, and the page itself, that a run was published, by a click or later by the outbox, or was deleted. */
const CHANNEL = 'opfsmark.published';
const follow = createSubscriber((update) => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = update;
  return () => channel.close();
});

function tell(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

export function keepPublished(runId: string, store: Store): void {
  store.setItem(PUBLISHED_KEY + runId, '1');
  tell();
}

export function forgetPublished(runId: string, store: Pick<Storage, 'removeItem'>): void {
  store.removeItem(PUBLISHED_KEY + runId);
  tell();
}

/** The results that were published in this browser and can be deleted in it; ids are in the order of their times, newest first. */
export function publishedIds(store: Pick<Storage, 'getItem' | 'key' | 'length'>): string[] {
  return namesAfter(PUBLISHED_KEY, store)
    .filter((id) => RUN_ID_PATTERN.test(id) && deletionKeyOf(id, store) !== null)
    .toSorted()
    .toReversed();
}

/** The id of a run that was published here: its ticket's, or the one drawn for it. */
export function publishedIdOf(
  { ticket, started_at }: { readonly ticket: Pick<Ticket, 'run_id'> | null; readonly started_at: string },
  store: Pick<Storage, 'getItem'>,
): string | null {
  const ids = [ticket?.run_id ?? null, store.getItem(ID_KEY + started_at)];
  const isPublished = (id: string) => RUN_ID_PATTERN.test(id) && store.getItem(PUBLISHED_KEY + id) !== null;
  return ids.find((id) => id !== null && isPublished(id)) ?? null;
}

/** The same of this browser: what reads it in an effect reads it again when a run is published or deleted, in whichever tab. */
export function publishedHere(run: Parameters<typeof publishedIdOf>[0]): string | null {
  follow();
  return publishedIdOf(run, localStore());
}

const SECRET_BYTES = 32;

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** A key that nobody can guess; the service is told its hash alone. */
export function newSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}
