import { uptime } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { beat, PulseLane } from '../../protocol/pulse.ts';

/** A thread that only ticks: see protocol/pulse.ts. */
parentPort?.once('message', ({ buffer }: { readonly buffer: SharedArrayBuffer }) => {
  beat(new PulseLane(buffer), () => ({
    atMs: performance.timeOrigin + performance.now(),
    // Counts sleep, and nobody sets it.
    realMs: uptime() * 1e3,
  }));
});
