import { encodeSeries, type CallSum } from '@opfsmark/schema/documents';
import {
  plannedFiles,
  SMALL_FILE_CASES,
  SMALL_FILE_STEPS,
  SmallFileCaseId,
  type SmallFilesPlan,
  type SmallFileCase,
  type SmallFileStep,
} from '@opfsmark/schema/families';
import { nowNs } from '../../../worker/tasks/meter.ts';
import { serve } from '../../../worker/tasks/serve.ts';
import { Hands, type Done } from './hands.ts';

/** The best of the orders of calls that `npm run bench` tries, see wasm-core/bench/families.mjs. */
const ORDER = { LL: { hands: 2, inFlight: 8 }, HL: { hands: 1, inFlight: 16 } } as const;
const MOST_HANDS = Math.max(ORDER.LL.hands, ORDER.HL.hands);

const minus = (a: CallSum, b: CallSum): CallSum => ({
  calls: a.calls - b.calls,
  bytes: a.bytes - b.bytes,
  ns: a.ns - b.ns,
});

serve<{ plan: SmallFilesPlan; found: SmallFileCase }>(async (plan, { control, step, found }) => {
  const all = await Hands.begin(MOST_HANDS, control);
  for (const id of SmallFileCaseId.options) {
    const files = plannedFiles(plan, id);
    if (files === 0) continue;
    const { api, file_bytes, buffer_bytes } = SMALL_FILE_CASES[id];
    const { hands, inFlight } = ORDER[api];
    const us: Record<SmallFileStep, number[]> = { create: [], copy: [], delete: [] };
    let before: Done | null = null;
    let verified = 0;

    for (let trial = 0; trial < plan.trials; trial++) {
      const set = { api, fileBytes: file_bytes, bufferBytes: buffer_bytes ?? file_bytes, seed: plan.seed + trial };
      const until = await all.share(hands, { ...set, folder: `${id}-${trial}`, files, inFlight });
      // What these hands did for the cases before this one.
      before ??= until;
      for (const name of SMALL_FILE_STEPS) {
        step(`${id} ${trial} ${name}`);
        const start = nowNs();
        const { read, write } = await all.step(hands, name);
        us[name].push(Math.max(1, (nowNs() - start) / 1_000));
        if (name === 'copy') {
          await all.step(hands, 'verify');
          verified += files;
        }
        found({
          id,
          files,
          in_flight: hands * inFlight,
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
