import { beat, PulseLane } from '../protocol/pulse.ts';

/** A thread that only ticks: see protocol/pulse.ts. */
addEventListener('message', ({ data }: MessageEvent<{ readonly buffer: SharedArrayBuffer }>) => {
  beat(new PulseLane(data.buffer), () => ({
    atMs: performance.timeOrigin + performance.now(),
    realMs: Date.now(),
  }));
});
