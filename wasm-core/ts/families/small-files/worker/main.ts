import { encodeSeries, type CallSum } from '@opfsmark/schema/documents';
import {
  plannedFiles,
  SMALL_FILE_CASES,
  SMALL_FILE_STEPS,
  SMALL_FILE_CASE_IDS,
  smallFileStepId,
  type SmallFilesPlan,
  type SmallFileCase,
  type SmallFileStep,
} from '@opfsmark/schema/families';
import { nowNs } from '../../../worker/tasks/meter.ts';
import { serve } from '../../../worker/tasks/serve.ts';
import { ORDER } from '../messages.ts';
import { FileWorkers, type Done } from './file-workers.ts';

const minus = (a: CallSum, b: CallSum): CallSum => ({
  calls: a.calls - b.calls,
  bytes: a.bytes - b.bytes,
  ns: a.ns - b.ns,
});

serve<{ plan: SmallFilesPlan; found: SmallFileCase }>(async (plan, { ports, step, found }) => {
  const all = new FileWorkers(ports);
  for (const id of SMALL_FILE_CASE_IDS) {
    const files = plannedFiles(plan, id);
    if (files === 0) continue;
    const { api, file_bytes, buffer_bytes } = SMALL_FILE_CASES[id];
    const { workers, inFlight } = ORDER[api];
    const us: Record<SmallFileStep, number[]> = { create: [], copy: [], delete: [] };
    let before: Done | null = null;
    let verified = 0;

    for (let trial = 0; trial < plan.trials; trial++) {
      const set = { api, fileBytes: file_bytes, bufferBytes: buffer_bytes ?? file_bytes, seed: plan.seed + trial };
      const soFar = await all.share(workers, { ...set, folder: `${id}-${trial}`, files, inFlight });
      // Calls of these workers for the cases before this one.
      before ??= soFar;
      for (const name of SMALL_FILE_STEPS) {
        step(smallFileStepId(id, trial, name));
        const start = nowNs();
        const { read, write } = await all.step(workers, name);
        us[name].push(Math.max(1, (nowNs() - start) / 1_000));
        if (name === 'copy') {
          await all.step(workers, 'verify');
          verified += files;
        }
        found({
          id,
          files,
          in_flight: workers * inFlight,
          create_us: encodeSeries(us.create),
          copy_us: encodeSeries(us.copy),
          delete_us: encodeSeries(us.delete),
          read: minus(read, before.read),
          write: minus(write, before.write),
          verified_files: verified,
        });
      }
    }
  }
});
