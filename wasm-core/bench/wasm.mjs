/** The core in Chromium, asked through the protocol of its workers, and the plain JavaScript loop beside it. */
import { commonWindowNs } from '../ts/page/merge.ts';

const MIB = 1024 * 1024;
export const FILE_NAME = 'bench';

const CONTENT = { data: 'random', seed: 1, fileId: 0, generation: 0 };

const together = (page, kind, bodies, how = 'together') =>
  page.evaluate(([h, k, b]) => globalThis.bench[h](k, b), [how, kind, bodies]);

export function startWorkers(page, workers) {
  return page.evaluate((n) => globalThis.bench.start(n), workers);
}

export function attachWorkers(page, workers) {
  const body = { fileName: FILE_NAME, create: true, mode: 'readwrite-unsafe' };
  return together(
    page,
    'attach',
    Array.from({ length: workers }, () => body),
  );
}

/** By the first worker alone, as a person's run with one queue does. */
export async function fill(page, bytes) {
  const share = { blockBytes: MIB, blockCount: bytes / MIB, first: 0, stride: 1 };
  await together(page, 'fill', [{ share, content: CONTENT }]);
}

/** `how`: the function of the page that asks the workers. */
export async function runWasm({ page, work, seconds, seed }, how = 'together') {
  const stride = work.workers * work.visitEvery;
  const blockCount = Math.floor(work.spanBytes / work.blockBytes);
  const bodies = Array.from({ length: work.workers }, (_, first) => ({
    ...{ operation: work.operation, readPercent: 100, pattern: work.pattern },
    ...{ timing: work.timing, flush: work.flush, content: CONTENT, orderSeed: seed },
    ...{ share: { blockBytes: work.blockBytes, blockCount, first, stride } },
    ...{ limitNs: seconds * 1e9, visits: work.visitEvery === 1 ? 'again' : 'once', binNs: 100e6 },
  }));
  const replies = await together(page, 'pass', bodies, how);
  const ops = replies.reduce((sum, reply) => sum + reply[work.operation].ops, 0);
  return (ops * 1e9) / commonWindowNs(replies.map(({ beganMs, totalNs }) => ({ beganMs, lastedNs: totalNs })));
}

/** @param {import('./experiments.mjs').Work} work */
export async function runPlainJs({ page, work, seconds, seed }) {
  const request = {
    ...{ fileName: FILE_NAME, blockBytes: work.blockBytes, blockCount: Math.floor(work.spanBytes / work.blockBytes) },
    ...{ orderSeed: seed, limitMs: seconds * 1000, timing: work.timing },
  };
  const { ops, elapsedNs } = await page.evaluate((body) => globalThis.bench.plainJs(body), request);
  return (ops * 1e9) / elapsedNs;
}
