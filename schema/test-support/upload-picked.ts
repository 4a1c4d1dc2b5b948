import { MIB } from '../src/documents/index.ts';
import {
  CEILING,
  IN_FLIGHT,
  PICKED_STEPS,
  standardPlan,
  type FileReads,
  type PickedCell,
  type PickedFileResult,
  type PickedFolderPlan,
  type PickedStep,
} from '../src/families/index.ts';
import { CLOCK_STEP_NS, familyUpload, type MadeHead, type UploadOf } from './upload.ts';
import { draw } from './random.ts';
import { histogramOf } from './record.ts';

export interface MadePicked extends MadeHead {
  readonly plan?: Partial<PickedFolderPlan>;
  /** The drive, not the browser, is this many times as fast. */
  readonly speed?: number;
}

const CALL_NS: Readonly<Record<PickedStep, number>> = {
  write: 4_000_000,
  seq_read: 2_000_000,
  rnd_read: 400_000,
  create: 9_000_000,
  delete: 1_500_000,
};
/** The browser's own storage is this much faster than what was picked. */
const CEILING_SPEED = 4;
const OPEN_NS = 3_000_000;
const CLOSE_NS = 50_000_000;

function cellOf(place: PickedCell['place'], step: PickedStep, ops: number, speed: number): PickedCell {
  const callNs = Math.max(1, Math.round(CALL_NS[step] / speed / CLOCK_STEP_NS)) * CLOCK_STEP_NS;
  const isRead = step === 'seq_read' || step === 'rnd_read';
  const isWrite = step === 'write';
  return {
    place,
    step,
    ops,
    bytes: ops * PICKED_STEPS[step].block_bytes,
    // Between two calls the page does a little, never the same.
    elapsed_ns: Math.round(ops * callNs * (1 + draw() / 1e6)) + (isWrite ? OPEN_NS : 0),
    close_ns: isWrite ? CLOSE_NS / speed : 0,
    histogram: histogramOf(callNs, ops),
    verified_blocks: isRead ? ops : 0,
  };
}

/** An upload of a run on a picked folder, as a real one makes it. */
export function makePickedUpload(made: MadePicked = {}): UploadOf<'picked-folder'> {
  const plan = { ...standardPlan('picked-folder'), ...made.plan };
  const cellsOf = (place: PickedCell['place'], amounts: typeof CEILING | typeof plan, speed: number) => {
    const { file_bytes, random_reads, small_files } = amounts;
    const ops = { write: file_bytes / MIB, seq_read: file_bytes / MIB, rnd_read: random_reads };
    const all = { ...ops, create: small_files, delete: small_files };
    const steps = Object.keys(PICKED_STEPS) as PickedStep[];
    return steps.map((step) => cellOf(place, step, all[step], speed));
  };
  const speed = made.speed ?? 1;
  const cells = [...cellsOf('ceiling', CEILING, CEILING_SPEED), ...cellsOf('picked', plan, speed)];
  return familyUpload(
    { ...made, environment: { engine: 'picked-folder', ...made.environment } },
    {
      family: 'picked-folder',
      wall_ms: Math.ceil(cells.reduce((sum, cell) => sum + cell.elapsed_ns + cell.close_ns, 0) / 1e6) + 500,
      plan,
      result: { family: 'picked-folder', cells },
    },
  );
}

function readsOf(ops: number, blockBytes: number, callNs: number, inFlight: number): FileReads {
  const busy_ns = ops * callNs;
  // Between two calls the page does a little, never the same.
  const elapsed_ns = (busy_ns / inFlight) * (1 + draw() / 1e6);
  return { ops, bytes: ops * blockBytes, elapsed_ns, busy_ns, histogram: histogramOf(callNs, ops) };
}

/** An upload of a run on a picked file on a hard disk. */
export function makePickedFileUpload(made: Pick<MadePicked, 'declared' | 'rig_id'> = {}): UploadOf<'picked-file'> {
  const plan = standardPlan('picked-file');
  const { pairs, slice_bytes, in_order_bytes } = plan;
  const result: PickedFileResult = {
    family: 'picked-file',
    pairs: { first: readsOf(pairs, 4096, 8_700_000, 1), again: readsOf(pairs, 4096, 300_000, 1) },
    in_order: IN_FLIGHT.map((in_flight) => ({
      in_flight,
      first: readsOf(in_order_bytes / slice_bytes, slice_bytes, 1e8 * in_flight, in_flight),
      again: readsOf(4, slice_bytes, 2e7 * in_flight, in_flight),
    })),
  };
  return familyUpload(
    { ...made, environment: { engine: 'picked-file' } },
    { family: 'picked-file', wall_ms: 60_000, plan, result },
  );
}
