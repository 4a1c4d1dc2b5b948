import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { basename, dirname } from 'node:path';
import { findCommand, install } from '../../scripts/lib/packages.mjs';
import { MIB } from '@opfsmark/schema/documents';
import { PlainError, say } from '../../scripts/lib/say.mjs';
import { nodeHost, spawnIn } from '../../wasm-core/ts/node/run-in-folder.ts';
import { commonWindowNs } from '../../wasm-core/ts/page/merge.ts';
import { WorkerPool } from '../../wasm-core/ts/page/worker-pool.ts';

/** fio on a file that must stay as it is: never created, extended, truncated or deleted. */
const call = promisify(execFile);

/** Its version; undefined where there is none and none could be installed. */
export async function needFio() {
  if (!findCommand('fio')) {
    const { why } = await install({ apt: ['fio'], brew: ['fio'] });
    if (!findCommand('fio')) {
      say(`There is no fio, and rows against it are left out. ${why} Install it (Debian: "apt-get install fio").`);
      return undefined;
    }
  }
  return (await call('fio', ['--version'])).stdout.trim().replace(/^fio-/, '');
}

/**
 * Threads with psync where the core has workers, or one thread with libaio and O_DIRECT at their depth.
 * @param {import('./experiments.mjs').Work} work
 */
function argumentsFor(engine, { file, work, seconds, arrivalsPerS = 0 }) {
  const name = work.pattern === 'random' ? `rand${work.operation}` : work.operation;
  // Sequential threads each go over a part of their own; random ones over all of it.
  const parts = engine === 'psync' && work.pattern === 'sequential' ? work.workers : 1;
  const partBytes = Math.floor(work.spanBytes / parts);
  const commonOptions = [
    ...['--name=bench', `--filename=${file}`, '--allow_file_create=0', '--invalidate=0', '--thread'],
    ...['--output-format=json', '--randrepeat=0', `--rw=${name}`, `--bs=${work.blockBytes}`],
    ...[`--size=${partBytes}`, `--runtime=${Math.round(seconds * 1000)}ms`],
    // The whole region over and over, or a part of its blocks once.
    ...(work.visitEvery === 1 ? ['--time_based=1'] : [`--io_size=${Math.floor(work.spanBytes / work.visitEvery)}`]),
    ...(arrivalsPerS > 0 ? ['--rate_process=poisson', `--rate_iops=${Math.round(arrivalsPerS)}`] : []),
    ...(work.flush === 'each' ? ['--fdatasync=1'] : work.flush === 'end' ? ['--end_fsync=1'] : []),
  ];
  if (engine === 'libaio') return [...commonOptions, '--ioengine=libaio', '--direct=1', `--iodepth=${work.workers}`];
  const jobs = [`--numjobs=${work.workers}`, '--group_reporting'];
  const offsetOptions = parts > 1 ? [`--offset_increment=${partBytes}`] : [];
  return [...commonOptions, '--ioengine=psync', ...(work.workers > 1 ? [...jobs, ...offsetOptions] : [])];
}

/** Calls per second, and percentiles of how long they took in nanoseconds. */
export async function measureFio(engine, context) {
  const { stdout } = await call('fio', argumentsFor(engine, context)).catch((error) => {
    throw new PlainError(`bench: fio failed: ${error.stderr?.trim() || error.message}`);
  });
  // Older ones print notes before the report.
  const [job] = JSON.parse(stdout.slice(stdout.indexOf('{'))).jobs;
  const { total_ios: ops, runtime: ms, lat_ns: all, clat_ns: completion } = job[context.work.operation];
  // Percentiles are of completion latencies; what submitting took is small, and known as a mean.
  const percentileNs = (name) => (completion.percentile?.[name] ?? 0) + (all.mean - completion.mean);
  return { callsPerS: (ops * 1000) / ms, p50Ns: percentileNs('50.000000'), p99Ns: percentileNs('99.000000') };
}

export const runFio = async (engine, context) => (await measureFio(engine, context)).callsPerS;

/** The core under Node.js, asked through the protocol of its workers: what `npm run cli` measures with. */
const CONTENT = { data: 'random', seed: 1, fileId: 0, generation: 0 };

/** One thread on the file, started with the first window. */
let openThread;

async function threadOn(file) {
  const { worker, ended } = spawnIn(dirname(file));
  const pool = new WorkerPool(() => worker, 1);
  await pool.start(await nodeHost({ path: dirname(file) }).core.compile(), 'node');
  await pool.one(0, 'attach', { fileName: basename(file), create: false, mode: 'readwrite-unsafe' });
  return { pool, ended };
}

/** @param {import('./experiments.mjs').Work} work */
export async function runNode({ file, work, seconds, seed }) {
  openThread ??= threadOn(file);
  const { pool } = await openThread;
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
  if (!openThread) return;
  const { pool, ended } = await openThread;
  pool.terminate(new Error('the bench is over'));
  await ended;
}

/** The core in Chromium, asked through the protocol of its workers, and the plain JavaScript loop beside it. */
const FILE_NAME = 'bench';

const together = (page, kind, bodies) => page.evaluate(([k, b]) => globalThis.bench.together(k, b), [kind, bodies]);

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

/** @param {import('./experiments.mjs').Work} work */
export async function runWasm({ page, work, seconds, seed }) {
  const stride = work.workers * work.visitEvery;
  const blockCount = Math.floor(work.spanBytes / work.blockBytes);
  const bodies = Array.from({ length: work.workers }, (_, first) => ({
    ...{ operation: work.operation, readPercent: 100, pattern: work.pattern },
    ...{ timing: work.timing, flush: work.flush, content: CONTENT, orderSeed: seed },
    ...{ share: { blockBytes: work.blockBytes, blockCount, first, stride } },
    ...{ limitNs: seconds * 1e9, visits: work.visitEvery === 1 ? 'again' : 'once', binNs: 100e6 },
  }));
  const replies = await together(page, 'pass', bodies);
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
