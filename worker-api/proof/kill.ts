import { DatabaseSync } from 'node:sqlite';
import { bucketFile, databaseFile } from '../tools/local-service.ts';
import { startRuntime } from '../tools/runtime.ts';
import { inParallel, prepareRun, putRun, rigOf, type PreparedRun } from './upload.ts';

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
