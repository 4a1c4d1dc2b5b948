import type { Env } from '../base/env.ts';
import { logError } from '../base/log.ts';
import { ALARM_PERCENT, sharesOf } from '../base/storage.ts';
import { readDatabaseBytes, writeStorage } from '../store/storage.ts';
import { selectSweep } from '../store/sweep.ts';

/** Measures what is used, and logs an error for each part that is nearly full. Documents are those of the last whole sweep. */
export async function measureStorage(env: Env, nowMs: number): Promise<void> {
  const { counted } = await selectSweep(env.DB);
  const used = {
    database_bytes: await readDatabaseBytes(env.DB),
    document_bytes: counted.bytes,
    documents: counted.objects,
  };
  await writeStorage(env.DB, { ...used, at_ms: nowMs }).run();
  for (const { what, limit, percent } of sharesOf(used, env)) {
    if (percent > ALARM_PERCENT) logError('storage', new Error(`${what}: ${percent} % of ${limit}`));
  }
}
