import { readKeptRun } from './store.ts';

/** Hands the whole record to the browser's download. */
export async function saveRecord(startedAt: string): Promise<void> {
  const run = await readKeptRun(startedAt);
  if (!run) return;
  const url = URL.createObjectURL(new Blob([JSON.stringify(run.record, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `opfsmark-${startedAt.slice(0, 19).replaceAll(':', '')}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
