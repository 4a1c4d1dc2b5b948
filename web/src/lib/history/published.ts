import { RUN_ID_PATTERN } from '@opfsmark/schema';
import type { HistoryEntry } from './entry.ts';

export { deletionTokenOf } from '../publish/keeper.ts';

/** The id under which a run would be published: its ticket's, or the one drawn for it when it was first sent. */
export function publishedIdOf(
  { run_id, started_at }: Pick<HistoryEntry, 'run_id' | 'started_at'>,
  store: Pick<Storage, 'getItem'>,
): string | null {
  const id = run_id ?? store.getItem(`opfsmark.run-id.${started_at}`);
  return id !== null && RUN_ID_PATTERN.test(id) ? id : null;
}
