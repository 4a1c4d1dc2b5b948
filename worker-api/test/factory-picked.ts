import { bucketOf, emptyCounts, encodeHistogram, MIB } from '@opfsmark/schema/documents';
import {
  CEILING,
  PICKED_STEPS,
  standardPlan,
  type PickedCell,
  type PickedFolderPlan,
  type PickedFolderResult,
  type PickedStep,
} from '@opfsmark/schema/families';
import { DELETION_SHA256, makeUpload, type MadeRun, type UploadOf } from './factory.ts';

export interface MadePicked {
  readonly source?: PickedFolderResult['source'];
  readonly plan?: Partial<PickedFolderPlan>;
  readonly declared?: MadeRun['declared'];
  readonly environment?: MadeRun['environment'];
  readonly rig_id?: string;
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
  const callNs = CALL_NS[step] / speed;
  const counts = emptyCounts();
  counts[bucketOf(callNs)] = ops;
  const isWrite = step === 'write';
  return {
    place,
    step,
    ops,
    bytes: ops * PICKED_STEPS[step].block_bytes,
    elapsed_ns: ops * callNs + (isWrite ? OPEN_NS : 0),
    close_ns: isWrite ? CLOSE_NS / speed : 0,
    histogram: encodeHistogram(counts),
    verified_blocks: 0,
  };
}

/** An upload of a run on a picked folder or file, as a real one makes it. */
export function makePickedUpload(made: MadePicked = {}): UploadOf<'picked-folder'> {
  const source = made.source ?? 'folder';
  const plan = { ...standardPlan('picked-folder'), ...made.plan };
  const cellsOf = (place: PickedCell['place'], amounts: typeof CEILING | typeof plan, speed: number) => {
    const { file_bytes, random_reads, small_files } = amounts;
    const ops = { write: file_bytes / MIB, seq_read: file_bytes / MIB, rnd_read: random_reads };
    const all = { ...ops, create: small_files, delete: small_files };
    const steps = Object.keys(PICKED_STEPS) as PickedStep[];
    return steps
      .filter((step) => place === 'ceiling' || source === 'folder' || PICKED_STEPS[step].needs === 'file')
      .map((step) => cellOf(place, step, all[step], speed));
  };
  const speed = made.speed ?? 1;
  const cells = [...cellsOf('ceiling', CEILING, CEILING_SPEED), ...cellsOf('picked', plan, speed)];
  const { record, declared } = makeUpload({ declared: { device: 'Test Laptop 13', ...made.declared } });
  return {
    record: {
      ...record,
      family: 'picked-folder',
      wall_ms: Math.ceil(cells.reduce((sum, cell) => sum + cell.elapsed_ns + cell.close_ns, 0) / 1e6) + 500,
      plan,
      environment: {
        ...record.environment,
        engine: source === 'folder' ? 'picked-folder' : 'picked-file',
        ...made.environment,
      },
      result: { family: 'picked-folder', source, cells },
    },
    declared,
    ...(made.rig_id === undefined ? {} : { rig_id: made.rig_id }),
    deletion_sha256: DELETION_SHA256,
  };
}
