import { inParallel, prepareRun, putRun, rigOf, type PreparedRun } from './upload.ts';

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
