import { Board } from '@opfsmark/schema/boards';
import { startRuntime } from '../lib/runtime.ts';
import { prepareRun, putRun, rigOf } from './upload.ts';

const BOARD = '/api/v1/boards/device.seq1m_q8t1_write.shared';
const MODELS = 22;
const PATIENCE_MS = 60_000;

interface ListedModels {
  readonly runs: number;
  /** From the last answer to an upload until all models are on their board. */
  readonly seconds: number;
  readonly isSorted: boolean;
}

/** Publishes runs of several models from networks of their own, where everybody is trusted, and reads their board. */
export async function listRuns(state: string, runs: number): Promise<ListedModels> {
  const { origin, stop } = await startRuntime(state, { TRUST_POLICY: 'open' });
  for (let n = 0; n < runs; n++) {
    const from = { 'cf-connecting-ip': `10.77.${n}.7` };
    const madeRun = {
      declared: { device: `ListedModels ${n % MODELS}` },
      speed: 1 + ((n * 7) % 11) / 10,
      rig_id: rigOf(n),
      seed: n,
    };
    const status = await putRun(origin, await prepareRun(origin, madeRun, from), from);
    if (status !== 201) throw new Error(`upload: ${status}`);
  }
  const startMs = performance.now();
  for (;;) {
    const { rows } = Board.parse(await (await fetch(origin + BOARD)).json());
    const elapsedMs = performance.now() - startMs;
    if (rows.length < Math.min(runs, MODELS) && elapsedMs < PATIENCE_MS) continue;
    await stop();
    const values = rows.map(({ value }) => value);
    return {
      runs,
      seconds: elapsedMs / 1000,
      isSorted: values.every((value, i) => value <= (values[i - 1] ?? Infinity)),
    };
  }
}
