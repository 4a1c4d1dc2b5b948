import { DatabaseSync } from 'node:sqlite';
import { databaseFile } from '../tools/local-service.ts';
import { startRuntime } from '../tools/runtime.ts';
import { inParallel, prepare, put, rigOf, type Sent } from './upload.ts';

const LANES = 6;
const AT_ONCE = 10;
/** After how many acknowledged uploads, and how long after: both differ from kill to kill. */
const LATEST_MS = 60;

export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  readonly lost: number;
  /** Runs without their document, or documents without their run. */
  readonly torn: number;
}

/** Kills workerd with uploads under way, at another moment each time, and looks for everything that was acknowledged. */
export async function killLoop(state: string, kills: number, vars: Record<string, string>): Promise<KillReport> {
  const acknowledged: string[] = [];
  let n = 0;
  for (let kill = 0; kill < kills; kill++) {
    const runtime = await startRuntime(state, vars);
    const ready: Sent[] = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const seed = n++;
        return prepare(runtime.origin, { rig_id: rigOf(seed % 40), declared: { device: `Kill ${seed % 7}` }, seed });
      }),
    );
    let dead = false;
    let answered = 0;
    const enough = Promise.withResolvers<undefined>();
    const sending = inParallel(ready, LANES, async (sent) => {
      const status = dead ? 0 : await put(runtime.origin, sent).catch(() => 0);
      if (status === 201 || status === 200) acknowledged.push(sent.runId);
      if (++answered > kill % (AT_ONCE - LANES)) enough.resolve(undefined);
    });
    await enough.promise;
    await new Promise((resolve) => setTimeout(resolve, (kill * 37.7) % LATEST_MS));
    dead = true;
    await runtime.kill();
    await sending;
    if (kill % 20 === 19) console.log(`  ${kill + 1} kills, ${acknowledged.length} acknowledged uploads`);
  }
  const db = new DatabaseSync(databaseFile(state));
  const stored = new Set(
    db
      .prepare('SELECT run_id FROM run')
      .all()
      .map((row) => row['run_id']),
  );
  const torn = db
    .prepare(
      `SELECT (SELECT count(*) FROM run WHERE run_id NOT IN (SELECT run_id FROM run_payload))
            + (SELECT count(*) FROM run_payload WHERE run_id NOT IN (SELECT run_id FROM run)) AS n`,
    )
    .get();
  db.close();
  const lost = acknowledged.filter((id) => !stored.has(id)).length;
  return { kills, acknowledged: acknowledged.length, lost, torn: Number(torn?.['n']) };
}
