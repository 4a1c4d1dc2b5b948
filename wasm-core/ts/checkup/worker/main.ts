import { FILL_BLOCK_BYTES, MAX_WORKERS } from '@opfsmark/schema/bounds';
import type { ProbeMessage, ProbeRequest, UsageReply } from '../messages.ts';
import { Probes } from './probes.ts';

/** As many handles as the largest row has workers. */
const HANDLES = MAX_WORKERS;

const post = (message: ProbeMessage) => postMessage(message);

/** The page alone can ask in every browser. */
function askUsage(): Promise<number | null> {
  return new Promise((resolve) => {
    addEventListener('message', ({ data }: MessageEvent<UsageReply>) => resolve(data.usageBytes), { once: true });
    post({ type: 'usage' });
  });
}

async function probeAll({ folder, shared }: ProbeRequest): Promise<void> {
  if (shared) Atomics.store(new Int32Array(shared), 0, 1);
  const probes = new Probes(folder, (probe) => post({ type: 'found', probe }));
  probes.clock();
  if (await probes.handle()) {
    await probes.handles(HANDLES);
    await probes.flush(FILL_BLOCK_BYTES);
    await probes.hole(askUsage);
  }
}

addEventListener(
  'message',
  ({ data }: MessageEvent<ProbeRequest>) => {
    void probeAll(data).then(() => post({ type: 'done' }));
  },
  { once: true },
);
