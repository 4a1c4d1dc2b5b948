import type { Declaration } from '../documents/declaration.ts';
import { decodeSeries, sum } from '../documents/wire.ts';
import { planChanges, roundsMax, type FamilyRecord } from '../families/index.ts';
import { clockQuantumNs } from './environments.ts';
import { limitsOfInterface } from './interfaces.ts';
import { isMultiple, isSideOfClock } from './latencies.ts';
import type { EvidenceReason } from './reasons.ts';

type SustainedRecord = FamilyRecord<'sustained'>;

/** Copied at most, by one caller. */
const MAX_BYTES_PER_S = 20e9;
/** Of so many rounds or more, half do not take the same time, neither with their flush nor without. */
const MIN_ROUNDS = 8;
const MAX_SAME_SHARE = 0.5;
/** Of the time limit, without the longest round: in that one the machine may have slept. */
const MIN_LIMIT_SHARE = 0.5;
/** Nothing lies between two calls of a worker but a look at the clock. */
const MIN_BUSY_SHARE = 0.9;
const NS_PER_US = 1e3;

/** What a sustained write in the standard profile does not show. */
export function sustainedEvidence(record: SustainedRecord, declared: Declaration['interface']): EvidenceReason[] {
  const { plan, result, environment } = record;
  const quantumNs = clockQuantumNs(environment);
  const totals = decodeSeries(result.total_us);
  const isFaster = (bytesPerS: number) => totals.some((us) => plan.round_bytes * 1e6 > bytesPerS * us);
  const checks: Partial<Record<EvidenceReason, boolean>> = {
    changed_plan: planChanges(plan).length > 0,
    missing_jobs: record.status !== 'done' || totals.length === 0,
    short_passes: isShort(record),
    missing_fill: result.fill === undefined || result.fill.bytes < plan.file_bytes,
    copied_passes: hasCopies(record),
    impossible_clock: quantumNs !== null && isOffTheClock(record, quantumNs),
    idle_worker: isIdle(record),
    faster_than_memory: isFaster(MAX_BYTES_PER_S),
    faster_than_interface: isFaster(limitsOfInterface(declared).maxBytesPerS),
  };
  return (Object.keys(checks) as EvidenceReason[]).filter((reason) => checks[reason]);
}

/** It ends at its limit, when its budget is written, or at a cliff, which the rounds themselves show. */
function isShort({ plan, result }: SustainedRecord): boolean {
  const totals = decodeSeries(result.total_us);
  switch (result.ended) {
    case 'budget':
      return totals.length < roundsMax(plan);
    case 'limit':
      return sum(totals) - Math.max(...totals) < MIN_LIMIT_SHARE * plan.limit_s * 1e6;
    case 'cliff':
      return false;
    default:
      return true;
  }
}

function hasCopies({ result: { elapsed_us, total_us } }: SustainedRecord): boolean {
  const elapsed = decodeSeries(elapsed_us);
  const times = decodeSeries(total_us).map((us, round) => `${us} ${elapsed[round]}`);
  const counts = new Map<string, number>();
  for (const time of times) counts.set(time, (counts.get(time) ?? 0) + 1);
  return times.length >= MIN_ROUNDS && Math.max(...counts.values()) > MAX_SAME_SHARE * times.length;
}

function isIdle({ result: { elapsed_us, workers, write } }: SustainedRecord): boolean {
  const elapsedNs = sum(decodeSeries(elapsed_us)) * NS_PER_US;
  return workers === 1 && (write?.busy_ns ?? 0) < MIN_BUSY_SHARE * elapsedNs;
}

function isOffTheClock({ result: { elapsed_us, total_us, write } }: SustainedRecord, quantumNs: number): boolean {
  const times = [...decodeSeries(elapsed_us), ...decodeSeries(total_us)];
  return (
    !times.every((us) => isMultiple(us * NS_PER_US, quantumNs)) ||
    (write !== undefined && !isSideOfClock(write, quantumNs))
  );
}
