import type { Checkup } from '@opfsmark/schema/checkup';
import { call } from '@opfsmark/schema/client';
import { newRunId } from '@opfsmark/schema/documents';
import { sha256Hex } from '$lib/base/api/groups.ts';
import { newSecret } from '$lib/base/local/published-runs.ts';

const TIMEOUT_MS = 20_000;
/** Of the keys by which reports that were published in this browser can be deleted. */
const KEY = 'opfsmark.checkup-key.';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export const keyOfCheckup = (id: string, store: Pick<Storage, 'getItem'>): string | null => store.getItem(KEY + id);

/** `unkept`: this browser keeps no key, so nothing was sent. */
export type PublishAnswer =
  | { readonly kind: 'published'; readonly id: string }
  | { readonly kind: 'unkept' | 'offline' }
  | { readonly kind: 'refused'; readonly detail: string };

/** Publishes reports, each under one id, however often it is sent. */
export class CheckupPublisher {
  readonly #id = newRunId();
  readonly #key = newSecret();
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async publish(checkup: Checkup): Promise<PublishAnswer> {
    // Before anything is sent: a lost answer must not lose the key.
    try {
      this.#store.setItem(KEY + this.#id, this.#key);
    } catch {
      return { kind: 'unkept' };
    }
    const body = { checkup, deletion_sha256: await sha256Hex(this.#key) };
    const parts = { path: { checkup_id: this.#id }, body };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await call(fetch, 'put', '/api/v1/checkups/{checkup_id}', parts, { signal }).catch(() => null);
    if (answer === null) return { kind: 'offline' };
    if (answer.ok) return { kind: 'published', id: this.#id };
    return { kind: 'refused', detail: answer.problem?.detail ?? answer.problem?.title ?? String(answer.status) };
  }
}

/** Status of the answer, 0 where none came: 204 and 404 both mean that it is gone. */
export async function deleteCheckup(id: string, store: Store): Promise<number> {
  const headers = { authorization: `Bearer ${keyOfCheckup(id, store) ?? ''}` };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const path = { checkup_id: id };
  const answer = await call(fetch, 'delete', '/api/v1/checkups/{checkup_id}', { path }, { headers, signal }).catch(
    () => null,
  );
  if (answer?.ok || answer?.status === 404) store.removeItem(KEY + id);
  return answer?.status ?? 0;
}
