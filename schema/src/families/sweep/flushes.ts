import { passBytes } from '../../figures/derive.ts';
import { witnessesAmong, type Flushes } from '../flush-witness.ts';
import type { SweepResult } from './schema.ts';

/** The flushes of the fill and of the points that wrote enough. */
export function sweepFlushes({ result: { fill, jobs } }: { readonly result: SweepResult }): Flushes {
  const written = jobs.filter(({ direction }) => direction === 'write').flatMap(({ passes }) => passes);
  const closing = written.map((pass) => ({ bytes: passBytes(pass), flush_ns: pass.flush_ns }));
  return { witnesses: witnessesAmong([fill, ...closing]) };
}
