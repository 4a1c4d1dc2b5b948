/** The core under Node.js, asked through the protocol of its workers: what `npm run cli` measures with. */
import { basename, dirname } from 'node:path';
import { nodeHost, spawnIn } from '../ts/node/host.ts';
import { WorkerPool } from '../ts/page/worker-pool.ts';

const CONTENT = { data: 'random', seed: 1, fileId: 0, generation: 0 };

/** One thread on the file, started with the first window. */
let open;

async function threadOn(file) {
  const { worker, ended } = spawnIn(dirname(file));
  const pool = new WorkerPool(() => worker, 1);
  await pool.start(await nodeHost({ path: dirname(file) }).core.compile(), 'node');
  await pool.one(0, 'attach', { fileName: basename(file), create: false, mode: 'readwrite-unsafe' });
  return { pool, ended };
}

/** @param {import('./experiments.mjs').Work} work */
export async function runNode({ file, work, seconds, seed }) {
  open ??= threadOn(file);
  const { pool } = await open;
  const share = { blockBytes: work.blockBytes, blockCount: Math.floor(work.spanBytes / work.blockBytes) };
  const [reply] = await pool.together('pass', [
    {
      ...{ operation: work.operation, readPercent: 100, pattern: work.pattern },
      ...{ timing: work.timing, flush: work.flush, content: CONTENT, orderSeed: seed },
      ...{ share: { ...share, first: 0, stride: work.visitEvery } },
      ...{ limitNs: seconds * 1e9, visits: work.visitEvery === 1 ? 'again' : 'once', binNs: 100e6 },
    },
  ]);
  return (reply[work.operation].ops * 1e9) / reply.totalNs;
}

export async function closeNode() {
  if (!open) return;
  const { pool, ended } = await open;
  pool.terminate(new Error('the bench is over'));
  await ended;
}
