import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startRuntime } from '../lib/runtime.ts';
import { countDrift, prepareRun, putRun, rigOf } from './upload.ts';

const RECOMPUTE = fileURLToPath(new URL('../../worker-api/recompute/run.ts', import.meta.url));
const NETWORKS = 20;
const DEVICES = 9;
/** A result is on its boards by then. */
const PROMISED_MS = 5_000;

interface RecomputeReport {
  readonly cells: number;
  readonly differing: number;
  /** Cohorts that were not what their runs say, before any was counted again. */
  readonly drift: number;
}

/**
 * Publishes runs of several networks, has a snapshot taken, and recomputes every rank from its files. The largest cohorts are
 * counted by the hour only: the service counts what waits before.
 */
export async function recomputedRanks(
  state: string,
  vars: Record<string, string>,
  token: string,
  runs: number,
): Promise<RecomputeReport> {
  const { origin, stop } = await startRuntime(state, vars);
  for (let n = 0; n < runs; n++) {
    const declared = { device: `Recomputed ${n % DEVICES}` };
    const from = { 'cf-connecting-ip': `10.88.${n % NETWORKS}.7` };
    const madeRun = { declared, speed: 1 + (n % 13) / 10, rig_id: rigOf(5000 + (n % 50)), seed: n };
    const status = await putRun(origin, await prepareRun(origin, madeRun, from), from);
    if (status !== 201) throw new Error(`upload: ${status}`);
  }
  const init = { method: 'POST', headers: { authorization: `Bearer ${token}` } };
  await new Promise((resolve) => setTimeout(resolve, PROMISED_MS));
  const drift = await countDrift(origin, token);
  for (let done = false; !done;) {
    const response = await fetch(`${origin}/api/v1/admin/v1/snapshot`, init);
    if (!response.ok) throw new Error(`snapshot: ${response.status}`);
    ({ done } = (await response.json()) as { done: boolean });
  }
  const output = await runRecompute(`${origin}/api/v1/snapshot`);
  await stop();
  const [, cells, differing] = /(\d+) cells compared, (\d+) differ/.exec(output) ?? [];
  if (cells === undefined || differing === undefined) throw new Error(`recompute: ${output}`);
  if (differing !== '0') console.log(output);
  return { cells: Number(cells), differing: Number(differing), drift };
}

/** Asynchronous, because the service that it asks runs in this process. */
function runRecompute(manifest: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [RECOMPUTE, manifest], (_, stdout, stderr) => resolve(`${stdout}${stderr}`));
  });
}
