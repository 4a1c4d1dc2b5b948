import { readFileSync } from 'node:fs';
import { availableParallelism, uptime } from 'node:os';
import { Worker } from 'node:worker_threads';
import { COMPILER, CORE_VERSION, WASM_SHA256 } from '../../dist/core-info.mjs';
import { PAGE_CLOCK } from '../page/clock.ts';
import type { Host } from '../page/host.ts';
import type { WorkerLike } from '../page/worker-pool.ts';
import type { OwnFolder } from './own-folder.ts';

/** A worker thread in the shape of a browser's worker; `ended` resolves when it is gone, and with it its files are closed. */
export function spawnIn(folder: string, openFlags = 0): { worker: WorkerLike; ended: Promise<void> } {
  const workerData = { folder, openFlags };
  return workerOf(new Worker(new URL('./worker/main.ts', import.meta.url), { workerData }));
}

function workerOf(thread: Worker): { worker: WorkerLike; ended: Promise<void> } {
  const worker: WorkerLike = {
    postMessage: (message) => thread.postMessage(message),
    terminate: () => void thread.terminate(),
    addEventListener: (about, listener) => {
      switch (about) {
        case 'message':
          thread.on('message', (data: unknown) => listener({ data }));
          return;
        case 'error':
          thread.on('error', (error) => listener({ message: String(error), data: null }));
          thread.on('exit', (code) => listener({ message: `the thread ended with code ${code}`, data: null }));
          return;
        case 'messageerror':
          thread.on('messageerror', (error) => listener({ message: error.message, data: null }));
          return;
        default:
          about satisfies never;
      }
    },
  };
  return { worker, ended: new Promise((resolve) => thread.once('exit', () => resolve())) };
}

/**
 * A run under Node.js, on the files of one folder; `openFlags`: see `directFlag`. There is no page that could be hidden, and no tab beside
 * it.
 */
export function nodeHost(folder: OwnFolder, openFlags = 0): Host {
  const ends = new Set<Promise<void>>();
  return {
    clock: PAGE_CLOCK,
    spawn: () => {
      const { worker, ended } = spawnIn(folder.path, openFlags);
      ends.add(ended);
      void ended.then(() => ends.delete(ended));
      return worker;
    },
    core: {
      version: CORE_VERSION,
      sha256: WASM_SHA256,
      compiler: COMPILER,
      compile: () => WebAssembly.compile(readFileSync(new URL('../../dist/core.wasm', import.meta.url))),
    },
    isolated: true,
    processors: {
      count: availableParallelism(),
      usedMs() {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e3;
      },
    },
    pulse: {
      // Counts sleep, and nobody sets it.
      now: () => ({ atMs: performance.timeOrigin + performance.now(), realMs: uptime() * 1e3 }),
      spawn: () => workerOf(new Worker(new URL('./worker/pulse.ts', import.meta.url))).worker,
    },
    missing: () => Promise.resolve([]),
    lock: () => Promise.resolve(() => Promise.resolve()),
    keepAwake: () => () => undefined,
    watchPage: () => ({ changes: () => 0, end: () => undefined }),
    async deleteFiles(name) {
      // A thread that is still in a call holds its file until it is back.
      if (name === undefined) await Promise.all(ends);
      await folder.empty(name);
    },
    spaceLeft: () => Promise.resolve(folder.spaceForHoles),
  };
}
