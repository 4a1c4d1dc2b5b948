import { change, type BrokenRow } from '$lib/base/local/database.ts';

export function deleteRun(startedAt: string): Promise<void> {
  return change(['history', 'records'], (stores) => {
    stores('history').delete(startedAt);
    stores('records').delete(startedAt);
  });
}

export function deleteAllRuns(): Promise<void> {
  return change(['history', 'records'], (stores) => {
    stores('history').clear();
    stores('records').clear();
  });
}

/** A damaged row, with the record that belongs to it. */
export function deleteBroken({ store, key }: BrokenRow): Promise<void> {
  const names = store === 'history' ? (['history', 'records'] as const) : ([store] as const);
  return change(names, (stores) => {
    for (const name of names) stores(name).delete(key);
  });
}
