import { DatabaseSync } from 'node:sqlite';
import { bucketFile, databaseFile } from '../lib/local-service.ts';
import { startRuntime } from '../lib/runtime.ts';
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
  const acknowledgedIds: string[] = [];
  let n = 0;
  for (let kill = 0; kill < kills; kill++) {
    const runtime = await startRuntime(state, vars);
    const readyRuns: PreparedRun[] = await Promise.all(
      Array.from({ length: UPLOADS_PER_KILL }, async () => {
        const seed = n++;
        return prepareRun(runtime.origin, { rig_id: rigOf(seed % 40), declared: { device: `Kill ${seed % 7}` }, seed });
      }),
    );
    let isDead = false;
    let answeredCount = 0;
    const enoughAnswers = Promise.withResolvers<undefined>();
    const whenSent = inParallel(readyRuns, LANES, async (run) => {
      const status = isDead ? 0 : await putRun(runtime.origin, run).catch(() => 0);
      if (status === 201 || status === 200) acknowledgedIds.push(run.runId);
      if (++answeredCount > kill % (UPLOADS_PER_KILL - LANES)) enoughAnswers.resolve(undefined);
    });
    await enoughAnswers.promise;
    await new Promise((resolve) => setTimeout(resolve, (kill * 37.7) % MAX_DELAY_MS));
    isDead = true;
    await runtime.kill();
    await whenSent;
    if (kill % 20 === 19) console.log(`  ${kill + 1} kills, ${acknowledgedIds.length} acknowledged uploads`);
  }
  const db = new DatabaseSync(databaseFile(state));
  const documentKeys = new Map(
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
  const tornCount = [...documentKeys.values()].filter((key) => !documents.has(key)).length;
  console.log(`  ${documents.size - documentKeys.size + tornCount} documents without a run, for the sweep`);
  const lostCount = acknowledgedIds.filter((id) => !documentKeys.has(id)).length;
  return { kills, acknowledged: acknowledgedIds.length, lost: lostCount, torn: tornCount };
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
  const createdCounts = new Map<string, number>();
  let serverErrors = 0;
  let doneCount = 0;
  const send = async (run: PreparedRun) => {
    const status = await putRun(origin, run);
    if (status === 201) createdCounts.set(run.runId, (createdCounts.get(run.runId) ?? 0) + 1);
    if (status >= 500) serverErrors++;
    if (++doneCount % 2000 === 0) console.log(`  ${doneCount} uploads`);
  };
  const allRuns = Array.from({ length: uploads }, (_, i) => runs[i % RUNS]).filter((run) => run !== undefined);
  const half = Math.floor(uploads / 2);
  // In parallel first: while nothing is stored, any of them could be the first.
  await inParallel(allRuns.slice(0, half), PARALLEL, send);
  for (const run of allRuns.slice(half)) await send(run);
  const extraCount = [...createdCounts.values()].reduce((sum, n) => sum + n - 1, 0);
  const listedCount = await storedRuns(origin, new Set(runs.map(({ runId }) => runId)));
  return { uploads, duplicates: extraCount + Math.abs(listedCount - RUNS), serverErrors };
}

/** How many runs of this set the export lists, page by page. */
async function storedRuns(origin: string, ids: ReadonlySet<string>): Promise<number> {
  let foundCount = 0;
  let nextPath: string | null = '/api/v1/export.ndjson';
  while (nextPath !== null) {
    const response: Response = await fetch(origin + nextPath);
    for (const line of (await response.text()).split('\n').filter((text) => text !== '')) {
      if (ids.has((JSON.parse(line) as { run_id: string }).run_id)) foundCount++;
    }
    nextPath = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
  }
  return foundCount;
}
