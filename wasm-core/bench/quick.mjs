/** How long the first click takes where much memory has to be filled before the drive is read. */
import { say } from '../../scripts/lib/say.mjs';
import { runQuick } from './drive-run.mjs';
import { median } from './measure.mjs';
import { whyNoMemoryLimit } from './memory-limit.mjs';

const GIB = 1024 ** 3;
const MEMORY_BYTES = 16 * GIB;
const MAX_S = 30;
export const QUICK_CHECK = 'quick_s';

/**
 * On the machine's own drive. The first repeat may wait for the host of a virtual machine to hand memory out.
 * @param {string} folder
 * @param {{ repeats: number, port: number }} options
 */
export async function measureQuick(folder, { repeats, port }) {
  const why = whyNoMemoryLimit();
  if (why !== null) {
    say(`Left out, because ${why}: ${QUICK_CHECK}`);
    return [];
  }
  const seconds = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const run = await runQuick({ folder, memoryBytes: MEMORY_BYTES, port });
    const { ended, elapsed_ns, bytes_read } = run.record.result.forget;
    say(
      `  Quick ${run.record.status} in ${run.seconds.toFixed(1)} s; ${ended} after ${(bytes_read / GIB).toFixed(1)} GiB of holes in ` +
        `${(elapsed_ns / 1e9).toFixed(1)} s`,
    );
    seconds.push(run.seconds);
  }
  const found = { median: median(seconds), worst: Math.max(...seconds) };
  const said = `${found.median.toFixed(1)} s (up to ${found.worst.toFixed(1)}), median at most ${MAX_S}`;
  say(`Quick with ${MEMORY_BYTES / GIB} GiB of memory: ${said}${found.median > MAX_S ? ': not held' : ''}`);
  return [{ id: QUICK_CHECK, ...found, judged: 'median', limit: MAX_S }];
}
