import type { Declaration } from '../documents/declaration.ts';
import { IN_FLIGHT, pickedFileFigures, planChanges, type FamilyRecord, type FileReads } from '../families/index.ts';
import { clockQuantumNs } from './environments.ts';
import { limitsOfInterface } from './interfaces.ts';
import { hasCopies, isOfClock } from './latencies.ts';
import type { EvidenceReason } from './reasons.ts';

type FileRecord = FamilyRecord<'picked-file'>;

/** Every call goes through another process. */
const MIN_CALL_NS = 5e3;
/** Copied at most, by the callers of one page. */
const MAX_BYTES_PER_S = 40e9;

/** What a run on a picked file does not show. Nothing was written, so that nothing can be verified. */
export function pickedFileEvidence(record: FileRecord, declared: Declaration['interface']): EvidenceReason[] {
  const { plan, result, environment } = record;
  const quantumNs = clockQuantumNs(environment);
  const reads = allReads(record);
  const histograms = reads.map((one) => one.histogram);
  const checks: Partial<Record<EvidenceReason, boolean>> = {
    changed_plan: planChanges(plan).length > 0,
    missing_jobs: record.status !== 'done' || lacksParts(record),
    copied_passes: hasCopies(histograms),
    impossible_clock: quantumNs !== null && !histograms.every((text) => isOfClock(text, quantumNs)),
    faster_than_memory: reads.some(isFasterThanMemory),
    faster_than_interface: isFasterThanInterface(result, declared),
  };
  return (Object.keys(checks) as EvidenceReason[]).filter((reason) => checks[reason]);
}

function allReads({ result: { pairs, in_order } }: FileRecord): FileReads[] {
  return [...(pairs ? [pairs] : []), ...in_order].flatMap(({ first, again }) => [first, again]);
}

function lacksParts({ result: { pairs, in_order } }: FileRecord): boolean {
  const hasReads = (part: { first: FileReads; again: FileReads } | undefined) =>
    part !== undefined && part.first.ops > 0 && part.again.ops > 0;
  return !hasReads(pairs) || !IN_FLIGHT.every((count) => hasReads(in_order.find((part) => part.in_flight === count)));
}

function isFasterThanMemory({ ops, bytes, busy_ns, elapsed_ns }: FileReads): boolean {
  return ops > 0 && (busy_ns / ops < MIN_CALL_NS || bytes * 1e9 > MAX_BYTES_PER_S * elapsed_ns);
}

/** Of what boards take for the drive's. */
function isFasterThanInterface(result: FileRecord['result'], declared: Declaration['interface']): boolean {
  const { maxBytesPerS, minReadNs } = limitsOfInterface(declared);
  const { best, pair } = pickedFileFigures(result);
  const isFast = best?.readFrom === 'drive' && best.bytesPerS > maxBytesPerS;
  return isFast || (pair !== null && pair.driveNs !== null && pair.driveNs < minReadNs);
}
