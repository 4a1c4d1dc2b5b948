import { DatabaseSync } from 'node:sqlite';
import { newRunId } from '@opfsmark/schema/documents';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { databaseFile } from '../tools/local-service.ts';
import { startRuntime } from '../tools/runtime.ts';
import { jsonRequest } from '../tools/tickets.ts';

function databaseBytes(state: string): number {
  const db = new DatabaseSync(databaseFile(state));
  const { n } = db
    .prepare('SELECT (SELECT page_count FROM pragma_page_count) * page_size AS n FROM pragma_page_size')
    .get() as { n: number };
  db.close();
  return n;
}

/** One of some networks that are all of one provider: locally Cloudflare's place is taken by one that names the same for all. */
const addressOf = (n: number) => `10.${n >> 8}.${n & 255}.1`;
const LONG = 60;

/**
 * Fills the database with runs without tickets, each of a new device and drive with long names, from new networks of one
 * provider until nothing more is accepted.
 */
export async function fillFromOneProvider(
  state: string,
  allowed: number,
): Promise<{ readonly runs: number; readonly bytes: number }> {
  const runtime = await startRuntime(state, { RUNS_PER_PROVIDER_DAY: String(allowed), BEHIND_CLOUDFLARE: '1' });
  const before = databaseBytes(state);
  let runs = 0;
  for (; runs <= allowed; runs++) {
    const name = `${'Junk '.repeat(LONG / 5)}${runs}`;
    const upload = makeUpload({ declared: { device: name, drive: name }, speed: 1 + runs / 1e4, seed: runs });
    const init = jsonRequest('PUT', JSON.stringify(upload), { 'cf-connecting-ip': addressOf(runs) });
    const { status } = await fetch(`${runtime.origin}/api/v1/runs/${newRunId()}`, init);
    if (status === 429) break;
    if (status !== 201) throw new Error(`junk: ${status}`);
  }
  await runtime.stop();
  return { runs, bytes: databaseBytes(state) - before };
}
