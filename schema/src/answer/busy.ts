import type { RunRecord } from '../families/index.ts';
import { median } from '../documents/index.ts';
import { isMeasured, type Answer, type Note } from './answer.ts';

/** So far above its value an interval reaches of three loops that differ by a tenth. */
const MAX_CALM = 0.3;
/** A single figure may have a reason of its own, as a cache of the drive that is used up. */
const MIN_FIGURES = 2;

/** By what share another run may exceed the figures of this one, in the middle of them; `null` where most of them hold. */
function variesBy({ rulers }: Answer): number | null {
  const shares = rulers
    .flatMap(({ marks }) => marks.filter(isMeasured))
    .flatMap(({ low, high }) => (low < high ? Math.sqrt(high / low) - 1 : []));
  const wide = shares.filter((share) => share > MAX_CALM);
  return wide.length >= MIN_FIGURES && 2 * wide.length > shares.length ? median(shares) : null;
}

/** What other programs cost this run, by its record alone: the figures vary, or the browser said so before it. */
function noteOf(record: RunRecord, variesShare: number | null): Note | null {
  if (variesShare !== null) return 'varies';
  const { cpu_pressure } = record.environment;
  return cpu_pressure === 'serious' || cpu_pressure === 'critical' ? 'busy' : null;
}

/** The answer with what a busy computer costs, where anything was measured. */
export function withBusy(answer: Answer, record: RunRecord): Answer {
  const share = variesBy(answer);
  const note = noteOf(record, share);
  if (note === null || !answer.rulers.some(({ marks }) => marks.some(isMeasured))) return answer;
  return { ...answer, notes: [...answer.notes, note], ...(share !== null && { varies_by: share }) };
}
