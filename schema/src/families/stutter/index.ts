import * as z from 'zod/mini';
import { Layout } from '../../environment.ts';
import { decodeHistogram, totalCount } from '../../histogram.ts';
import { Fill, Pass, type Side } from '../../result.ts';
import { claims, defineFamily } from '../family.ts';
import { decodeSparse, sparseText, sum, type SparseCounts } from '../wire.ts';
import { STUTTER_BLOCK_BYTES, STUTTER_CODEC, STUTTER_PROFILES, StutterPlan } from './plan.ts';
import { both, measuredStalls, type Stalls } from './stalls.ts';

export * from './plan.ts';
export * from './stalls.ts';

export const StutterResult = z.strictObject({
  family: z.literal('stutter'),
  fill: z.optional(Fill),
  layout: Layout,
  /** Missing where the run ended before it. */
  pass: z.optional(Pass),
  /** Calls by whole milliseconds, see `tableOf`; `encodeSparse`. */
  read_ms: sparseText(),
  write_ms: sparseText(),
});
export type StutterResult = z.infer<typeof StutterResult>;

export interface StutterFigures {
  readonly read: Stalls;
  readonly write: Stalls;
  readonly both: Stalls;
}

/** What the view shows, at any threshold: by measured time, not by the edges of the table. */
export function stutterFigures(result: StutterResult, thresholdMs: number): StutterFigures {
  const reads = decodeSparse(result.read_ms) ?? new Map<number, number>();
  const writes = decodeSparse(result.write_ms) ?? new Map<number, number>();
  const readNs = result.pass?.read?.busy_ns ?? 0;
  const writeNs = result.pass?.write?.busy_ns ?? 0;
  return {
    read: measuredStalls(reads, readNs, thresholdMs),
    write: measuredStalls(writes, writeNs, thresholdMs),
    both: measuredStalls(both(reads, writes), readNs + writeNs, thresholdMs),
  };
}

/** Filling reckoned at 200 MB/s, calls with their flushes at 2,000 a second: a slow drive. */
const ASSUMED_BYTES_PER_S = 200e6;
const ASSUMED_CALLS_PER_S = 2_000;
const START_S = 1;

export const stutter = defineFamily<StutterPlan, StutterResult>({
  id: 'stutter',
  plan: StutterPlan,
  result: StutterResult,
  profiles: STUTTER_PROFILES,
  codec: STUTTER_CODEC,
  estimate(plan) {
    const fileBytes = 2 * plan.calls * STUTTER_BLOCK_BYTES;
    const callsS = (2 * plan.calls) / ASSUMED_CALLS_PER_S;
    return {
      seconds:
        START_S + fileBytes / ASSUMED_BYTES_PER_S + (plan.limit_s === 0 ? callsS : Math.min(callsS, plan.limit_s)),
      // Every block once, and at the worst each is a write.
      bytesWrittenMax: 2 * fileBytes,
    };
  },
  contradictions(result, plan) {
    const { claim, found } = claims();
    const pass = result.pass;
    const sides = [
      ['read', pass?.read, decodeSparse(result.read_ms)],
      ['write', pass?.write, decodeSparse(result.write_ms)],
    ] as const;
    const ops = sum(sides.map(([, side]) => side?.ops ?? 0));
    claim(ops <= 2 * plan.calls, '/pass', `${ops} calls are more than the plan's ${2 * plan.calls}`);
    claim(pass === undefined || pass.workers <= plan.workers, '/pass/workers', 'more workers than planned');
    for (const [name, side, table] of sides) {
      claim(table !== null, `/${name}_ms`, 'is not a table');
      if (table) checkSide(name, side, table, claim);
    }
    return found;
  },
});

function checkSide(
  name: 'read' | 'write',
  side: Side | undefined,
  table: SparseCounts,
  claim: (holds: boolean, pointer: string, detail: string) => void,
): void {
  const calls = sum(table.values());
  claim(calls === (side?.ops ?? 0), `/${name}_ms`, `holds ${calls} calls, the pass ${side?.ops ?? 0}`);
  if (!side) return;
  claim(side.bytes === side.ops * STUTTER_BLOCK_BYTES, `/pass/${name}/bytes`, 'is not calls x 4 KiB');
  const counted = totalCount(decodeHistogram(side.histogram) ?? []);
  claim(counted === side.ops, `/pass/${name}/histogram`, `holds ${counted} calls, the pass ${side.ops}`);
  const atLeastNs = sum([...table].map(([bin, n]) => (bin - 1) * 1e6 * n));
  const atMostNs = sum([...table].map(([bin, n]) => bin * 1e6 * n));
  claim(side.busy_ns >= atLeastNs && side.busy_ns <= atMostNs, `/${name}_ms`, 'does not fit the time inside calls');
}
