import {
  encodeSeries,
  plannedFiles,
  SMALL_FILE_CASES,
  SMALL_FILE_STEPS,
  SmallFileCaseId,
  type SmallFilesPlan,
  type SmallFileCase,
  type SmallFileStep,
} from '@opfsmark/schema';
import { ownFolder } from '../../worker/folder.ts';
import { nowNs } from '../../worker/meter.ts';
import { serve } from '../../worker/serve.ts';
import { highLevel, lowLevel, type FileSet } from './sets.ts';

/** The best of the orders of calls that `npm run bench` tries, see wasm-core/bench/families.mjs. */
const IN_FLIGHT = { LL: 8, HL: 16 } as const;

/** All of 0..count-1, at most `inFlight` at a time, begun in order. */
async function each(count: number, inFlight: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(inFlight, count) }, lane));
}

serve<{ plan: SmallFilesPlan; found: SmallFileCase }>(async (plan, { meter, step, found }) => {
  for (const id of SmallFileCaseId.options) {
    const files = plannedFiles(plan, id);
    if (files === 0) continue;
    const { api, file_bytes, buffer_bytes } = SMALL_FILE_CASES[id];
    const inFlight = IN_FLIGHT[api];
    const us: Record<SmallFileStep, number[]> = { create: [], copy: [], delete: [] };
    const before = { read: meter.sumOf('read'), write: meter.sumOf('write') };
    const since = (direction: 'read' | 'write') => {
      const { calls, bytes, ns } = meter.sumOf(direction);
      const { [direction]: from } = before;
      return { calls: calls - from.calls, bytes: bytes - from.bytes, ns: ns - from.ns };
    };
    let verified = 0;

    for (let trial = 0; trial < plan.trials; trial++) {
      const folder = await ownFolder(`${id}-${trial}`);
      const [from, to] = await Promise.all(
        ['from', 'to'].map((name) => folder.getDirectoryHandle(name, { create: true })),
      );
      if (!from || !to) throw new Error('no folder for the files');
      const make = { from, to, fileBytes: file_bytes, seed: plan.seed + trial, meter };
      const set: FileSet = api === 'LL' ? lowLevel({ ...make, bufferBytes: buffer_bytes }) : highLevel(make);
      for (const name of SMALL_FILE_STEPS) {
        step(`${id} ${trial} ${name}`);
        const start = nowNs();
        await each(files, inFlight, async (index) => {
          await set[name](index);
          meter.beat();
        });
        us[name].push(Math.max(1, (nowNs() - start) / 1_000));
        if (name === 'copy') {
          for (let index = 0; index < files; index++) {
            await set.verify(index);
            meter.beat();
          }
          verified += files;
        }
        found({
          id,
          files,
          in_flight: inFlight,
          create_us: encodeSeries(us.create),
          copy_us: encodeSeries(us.copy),
          delete_us: encodeSeries(us.delete),
          read: since('read'),
          write: since('write'),
          verified_files: verified,
        });
      }
    }
  }
});
