/** fio on a file that must stay as it is: never created, extended, truncated or deleted. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findCommand, install } from '../../scripts/lib/packages.mjs';
import { PlainError, say } from '../../scripts/lib/say.mjs';

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
  const common = [
    ...['--name=bench', `--filename=${file}`, '--allow_file_create=0', '--invalidate=0', '--thread'],
    ...['--output-format=json', '--randrepeat=0', `--rw=${name}`, `--bs=${work.blockBytes}`],
    ...[`--size=${partBytes}`, `--runtime=${Math.round(seconds * 1000)}ms`],
    // The whole region over and over, or a part of its blocks once.
    ...(work.visitEvery === 1 ? ['--time_based=1'] : [`--io_size=${Math.floor(work.spanBytes / work.visitEvery)}`]),
    ...(arrivalsPerS > 0 ? ['--rate_process=poisson', `--rate_iops=${Math.round(arrivalsPerS)}`] : []),
    ...(work.flush === 'each' ? ['--fdatasync=1'] : work.flush === 'end' ? ['--end_fsync=1'] : []),
  ];
  if (engine === 'libaio') return [...common, '--ioengine=libaio', '--direct=1', `--iodepth=${work.workers}`];
  const jobs = [`--numjobs=${work.workers}`, '--group_reporting'];
  const apart = parts > 1 ? [`--offset_increment=${partBytes}`] : [];
  return [...common, '--ioengine=psync', ...(work.workers > 1 ? [...jobs, ...apart] : [])];
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
