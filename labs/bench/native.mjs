/** The native runner: builds it, runs its passes, and lets it put files into memory or out of it. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findCommand, install } from '../../scripts/lib/packages.mjs';
import { PlainError, say } from '../../scripts/lib/say.mjs';

const call = promisify(execFile);
const root = join(dirname(fileURLToPath(import.meta.url)), '../../wasm-core');
const build = join(root, 'build', 'release');

/** Enumerations of include/opfsmark/job.h. */
const OPERATION = { read: 0, write: 1 };
const PATTERN = { sequential: 0, random: 1 };
const TIMING = { batched: 0, each: 1 };
const FLUSH = { none: 0, end: 1, each: 2 };
const VISITS = { once: 0, again: 1, claimed: 2 };

async function needTools() {
  const missingTools = [
    ...(findCommand('clang++', 'g++') ? [] : ['g++']),
    ...(findCommand('cmake') ? [] : ['cmake']),
    ...(findCommand('ninja') ? [] : ['ninja-build']),
  ];
  if (missingTools.length === 0) return;
  const { installed, why } = await install({ apt: missingTools });
  if (!installed) throw new PlainError(`bench: the native runner needs ${missingTools.join(', ')}. ${why}`);
}

/** Compiles the runner where it is not up to date. */
export async function buildNative() {
  await needTools();
  const compiler = findCommand('clang++', 'g++');
  const configure = ['-S', root, '-B', build, '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=Release', '-Wno-dev'];
  const options = [`-DCMAKE_CXX_COMPILER=${compiler}`, '-DOPFSMARK_SANITIZE=OFF', '-DOPFSMARK_TESTS=OFF'];
  try {
    await call('cmake', [...configure, ...options]);
    await call('cmake', ['--build', build, '--target', 'opfsmark_native', 'opfsmark_backed_memory']);
  } catch (error) {
    say(`${error.stdout ?? ''}${error.stderr ?? ''}`);
    throw new PlainError('bench: the native runner does not compile: see above.');
  }
}

async function native(...args) {
  const { stdout } = await call(join(build, 'opfsmark_native'), args).catch((error) => {
    throw new PlainError(error.stderr?.trim() ?? String(error));
  });
  const lines = stdout.trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(' ')).map(([name, value]) => [name, Number(value)]));
}

/** Writes the file back and reads it into memory, up to what other processes need. */
export async function cacheFile(file) {
  const { bytes, resident_bytes: residentBytes } = await native('cache', file);
  if (residentBytes < 0.99 * bytes)
    throw new PlainError(`bench: memory holds only ${residentBytes} of the file's ${bytes} bytes`);
}

/** Writes the file back and drops it from memory. */
export async function evict(file) {
  const { bytes, resident_bytes: residentBytes } = await native('evict', file);
  if (residentBytes > bytes / 100)
    throw new PlainError(`bench: ${residentBytes} of the file's ${bytes} bytes stayed in memory`);
}

/** How long two threads take to read each place of a file once, in blocks of `blockBytes`. */
export async function readOnceNs(file, bytes, blockBytes) {
  const { elapsed_ns: elapsedNs } = await native(
    'pass',
    file,
    'threads=2',
    `pattern=${PATTERN.sequential}`,
    `visits=${VISITS.once}`,
    `block_bytes=${blockBytes}`,
    `file_bytes=${bytes}`,
    'limit_ns=0',
  );
  return elapsedNs;
}

/** How much of a file is in memory, 0 to 1. */
export async function residentShare(file) {
  const { bytes, resident_bytes: residentBytes } = await native('resident', file);
  return residentBytes / bytes;
}

/** So many hundredths of the file out of memory, in seeded random order; the rest stays as it is. */
export async function evictShare(file, percent, seed) {
  await native('evict', file, `${percent}`, `${seed}`);
}

/** What a random read of 4 KiB takes past the page cache: the median over a second. */
export async function directMedianNs(file) {
  const { median_ns: median } = await native('pass', file, 'direct=1', 'limit_ns=1e9');
  return median;
}

/** Left to others while memory is used once. */
const SPARE_BYTES = 1024 ** 3;

/**
 * Calls `work` while so much of the free memory is the machine's own, and not its host's to be asked for page by page. Half of
 * it is free in small pieces from the beginning, the other in large ones as soon as `work` calls what it is given. Says so where
 * there is too little for that, and goes on.
 * @template T
 * @param {number} bytes
 * @param {(release: () => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withBackedMemory(bytes, work) {
  if (process.availableMemory() < bytes + SPARE_BYTES) {
    say('There is little free memory: in a virtual machine, reads may wait for its host.');
    return work(() => {});
  }
  const program = spawn(join(build, 'opfsmark_backed_memory'), [`${bytes}`], { stdio: ['pipe', 'pipe', 'inherit'] });
  const whenEnded = once(program, 'exit');
  // It may end early; what it said then is shown.
  program.stdin.on('error', () => {});
  try {
    const isReady = await Promise.race([once(program.stdout, 'data').then(() => true), whenEnded.then(() => false)]);
    if (!isReady) throw new PlainError('bench: memory could not be prepared: see above.');
    return await work(() => program.stdin.write('release\n'));
  } finally {
    program.stdin.end();
    await whenEnded;
  }
}

/** Calls per second, and percentiles of how long they took; in an open loop, from when they were due. */
export async function measureNative(context) {
  const { file, work, seconds, seed, asksSize = false, isDirect = false, arrivalsPerS = 0 } = context;
  const again = work.visitEvery === 1 ? VISITS.again : VISITS.once;
  const {
    ops,
    total_ns: totalNs,
    median_ns: p50Ns,
    p99_ns: p99Ns,
  } = await native(
    'pass',
    file,
    `asks_size=${asksSize ? 1 : 0}`,
    `direct=${isDirect ? 1 : 0}`,
    `threads=${work.workers}`,
    `operation=${OPERATION[work.operation]}`,
    `pattern=${PATTERN[work.pattern]}`,
    `timing=${TIMING[work.timing]}`,
    `flush=${FLUSH[work.flush]}`,
    `block_bytes=${work.blockBytes}`,
    `file_bytes=${work.spanBytes}`,
    `visit_every=${work.visitEvery}`,
    `visits=${arrivalsPerS > 0 ? VISITS.claimed : again}`,
    `arrivals_per_s=${arrivalsPerS}`,
    `order_seed=${seed}`,
    `limit_ns=${seconds * 1e9}`,
  );
  return { callsPerS: (ops * 1e9) / totalNs, p50Ns, p99Ns };
}

export const runNative = async (context) => (await measureNative(context)).callsPerS;
