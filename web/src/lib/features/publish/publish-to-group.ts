import type { Ticket } from '@opfsmark/schema/api';
import { clientName } from '@opfsmark/schema/client-name';
import type { RunRecord } from '@opfsmark/schema/families';
import { sha256Hex } from '$lib/base/api/groups.ts';
import { keepDeletionKey, newSecret, runIdFor } from '$lib/base/local/published-runs.ts';
import { localStore } from '$lib/base/local/stores.ts';
import { type Joining, send } from './outbox/outbox.ts';

/**
 * Sends a run to a group that alone sees it, without a form: it declares nothing and says of no machine. `null`: this browser keeps no
 * key by which it could be deleted, so nothing was sent.
 */
export async function publishToGroup(record: RunRecord, ticket: Ticket | null, joining: Joining) {
  const store = localStore();
  const runId = runIdFor(record, ticket, store);
  let key: string;
  try {
    key = keepDeletionKey(runId, newSecret(), store);
  } catch {
    return null;
  }
  const declared = { device: clientName(record.environment.client.browser) };
  const upload = { record, declared, unlisted: true as const, deletion_sha256: await sha256Hex(key) };
  return { runId, answer: await send(runId, { ...upload, ...(ticket && { ticket }) }, joining) };
}
