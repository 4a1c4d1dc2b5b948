import type { Declaration } from '../documents/declaration.ts';
import {
  PICKED_STEP_IDS,
  planChanges,
  type FamilyRecord,
  type PickedCell,
  type PickedStep,
} from '../families/index.ts';
import { clockQuantumNs } from './environments.ts';
import { limitsOfInterface } from './interfaces.ts';
import { hasCopies, isOfClock } from './latencies.ts';
import type { EvidenceReason } from './reasons.ts';

type PickedRecord = FamilyRecord<'picked-folder'>;

/** Few calls make a ceiling, and a busy machine lowers it. */
const MAX_OF_CEILING = 6;
/** Every call on a picked folder goes through another process. */
const MIN_CALL_NS = 5e3;
/** Copied at most, by one caller. */
const MAX_BYTES_PER_S = 20e9;

/** What a run on a picked folder does not show. */
export function pickedFolderEvidence(record: PickedRecord, declared: Declaration['interface']): EvidenceReason[] {
  const { plan, result, environment } = record;
  const quantumNs = clockQuantumNs(environment);
  const histograms = result.cells.map((cell) => cell.histogram);
  const checks: Partial<Record<EvidenceReason, boolean>> = {
    changed_plan: planChanges(plan).length > 0,
    missing_jobs: record.status !== 'done' || lacksCells(record),
    not_verified: !result.cells.some(isVerified),
    copied_passes: hasCopies(histograms),
    impossible_clock: quantumNs !== null && !histograms.every((text) => isOfClock(text, quantumNs)),
    faster_than_memory: result.cells.some(isFasterThanMemory),
    faster_than_interface: result.cells.some(
      (cell) =>
        cell.place === 'picked' && cell.step === 'write' && closedRate(cell) > limitsOfInterface(declared).maxBytesPerS,
    ),
    faster_than_ceiling: result.cells.some((cell) => isFasterThanCeiling(cell, result.cells)),
  };
  return (Object.keys(checks) as EvidenceReason[]).filter((reason) => checks[reason]);
}

function lacksCells({ result: { cells } }: PickedRecord): boolean {
  const has = (place: PickedCell['place'], step: PickedStep) =>
    cells.some((cell) => cell.place === place && cell.step === step && cell.ops > 0);
  return PICKED_STEP_IDS.some((step) => !has('ceiling', step) || !has('picked', step));
}

const isVerified = ({ place, verified_blocks }: PickedCell) => place === 'picked' && verified_blocks > 0;
const rateOf = ({ ops, elapsed_ns }: PickedCell) => (ops * 1e9) / elapsed_ns;
const closedRate = ({ bytes, elapsed_ns, close_ns }: PickedCell) => (bytes * 1e9) / (elapsed_ns + close_ns);

function isFasterThanMemory(cell: PickedCell): boolean {
  if (cell.ops === 0) return false;
  return cell.elapsed_ns / cell.ops < MIN_CALL_NS || cell.bytes * 1e9 > MAX_BYTES_PER_S * cell.elapsed_ns;
}

function isFasterThanCeiling(cell: PickedCell, cells: readonly PickedCell[]): boolean {
  const ceiling = cells.find(({ place, step }) => place === 'ceiling' && step === cell.step);
  return cell.place === 'picked' && ceiling !== undefined && rateOf(cell) > MAX_OF_CEILING * rateOf(ceiling);
}
