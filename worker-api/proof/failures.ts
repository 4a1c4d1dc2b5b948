import { DatabaseSync } from 'node:sqlite';
import { bucketFile, databaseFile } from '../tools/local-service.ts';
import { startRuntime } from '../tools/runtime.ts';
import { inParallel, type PreparedRun, prepareRun, putRun, rigOf } from './upload.ts';

const LANES = 6;
const UPLOADS_PER_KILL = 10;
/** The kill comes at most this long after an answer; how long differs from kill to kill. */
const MAX_DELAY_MS = 60;

interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  readonly lost: number;
  /** Runs without their document. A document without a run is swept after its grace period. */
  readonly torn: number;
}

/** Kills workerd during uploads, at a different moment each time, and checks that every acknowledged run is stored. */
export async function killLoop(state: string, kills: number, vars: Record<string, string>): Promise<KillReport> {
  const acknowledged: string[] = [];
  let n = 0;
  for (let kill = 0; kill < kills; kill++) {
    const runtime = await startRuntime(state, vars);
    const ready: PreparedRun[] = await Promise.all(
      Array.from({ length: UPLOADS_PER_KILL }, async () => {
        const seed = n++;
        return prepareRun(runtime.origin, { rig_id: rigOf(seed % 40), declared: { device: `Kill ${seed % 7}` }, seed });
      }),
    );
    let dead = false;
    let answered = 0;
    const enough = Promise.withResolvers<undefined>();
    const sending = inParallel(ready, LANES, async (sent) => {
      const status = dead ? 0 : await putRun(runtime.origin, sent).catch(() => 0);
      if (status === 201 || status === 200) acknowledged.push(sent.runId);
      if (++answered > kill % (UPLOADS_PER_KILL - LANES)) enough.resolve(undefined);
    });
    await enough.promise;
    await new Promise((resolve) => setTimeout(resolve, (kill * 37.7) % MAX_DELAY_MS));
    dead = true;
    await runtime.kill();
    await sending;
    if (kill % 20 === 19) console.log(`  ${kill + 1} kills, ${acknowledged.length} acknowledged uploads`);
  }
  const db = new DatabaseSync(databaseFile(state));
  const stored = new Map(
    db
      .prepare('SELECT run_id, document FROM run')
      .all()
      .map((row) => [String(row['run_id']), `${String(row['run_id'])}/${String(row['document'])}`]),
  );
  db.close();
  const bucket = new DatabaseSync(bucketFile(state));
  const documents = new Set(
    bucket
      .prepare('SELECT key FROM _mf_objects')
      .all()
      .map((row) => row['key']),
  );
  bucket.close();
  const torn = [...stored.values()].filter((key) => !documents.has(key)).length;
  console.log(`  ${documents.size - stored.size + torn} documents without a run, for the sweep`);
  const lost = acknowledged.filter((id) => !stored.has(id)).length;
  return { kills, acknowledged: acknowledged.length, lost, torn };
}

const RUNS = 50;
const PARALLEL = 32;

interface StormReport {
  readonly uploads: number;
  /** Runs that were stored more than once, or answered as new more than once, or not stored. */
  readonly duplicates: number;
  readonly serverErrors: number;
}

/** Sends the same runs again and again: the first half many at a time, the second half one after the other. */
export async function retryStorm(origin: string, uploads: number): Promise<StormReport> {
  const runs: PreparedRun[] = [];
  for (let n = 0; n < RUNS; n++) {
    runs.push(
      await prepareRun(origin, { rig_id: rigOf(1000 + (n % 10)), declared: { device: `Storm ${n % 5}` }, seed: n }),
    );
  }
  const created = new Map<string, number>();
  let serverErrors = 0;
  let done = 0;
  const send = async (sent: PreparedRun) => {
    const status = await putRun(origin, sent);
    if (status === 201) created.set(sent.runId, (created.get(sent.runId) ?? 0) + 1);
    if (status >= 500) serverErrors++;
    if (++done % 2000 === 0) console.log(`  ${done} uploads`);
  };
  const all = Array.from({ length: uploads }, (_, i) => runs[i % RUNS]).filter((sent) => sent !== undefined);
  const half = Math.floor(uploads / 2);
  // In parallel first: while nothing is stored, any of them could be the first.
  await inParallel(all.slice(0, half), PARALLEL, send);
  for (const sent of all.slice(half)) await send(sent);
  const twice = [...created.values()].reduce((sum, n) => sum + n - 1, 0);
  const listed = await storedRuns(origin, new Set(runs.map(({ runId }) => runId)));
  return { uploads, duplicates: twice + Math.abs(listed - RUNS), serverErrors };
}

/** How many runs of this set the export lists, page by page. */
async function storedRuns(origin: string, ids: ReadonlySet<string>): Promise<number> {
  let found = 0;
  let next: string | null = '/api/v1/export.ndjson';
  while (next !== null) {
    const response: Response = await fetch(origin + next);
    for (const line of (await response.text()).split('\n').filter((text) => text !== '')) {
      if (ids.has((JSON.parse(line) as { run_id: string }).run_id)) found++;
    }
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
  }
  return found;
}
