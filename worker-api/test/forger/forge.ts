import * as fc from 'fast-check';
import type { RunUpload } from '@opfsmark/schema/api';
import { isRecordOf, type RunRecord } from '@opfsmark/schema/families';
import { DELETION_SHA256, makeUpload } from '@opfsmark/schema/test-support/upload';
import { OPERATIONS, PICKED_OPERATIONS, type Draw, type Grid, type Picked } from './operations.ts';

export interface Forgery {
  /** What was done to a real record. */
  readonly name: string;
  readonly kind: string;
  /** Every identity is kept: only other machines can tell. */
  readonly isConsistent: boolean;
  readonly upload: RunUpload;
}

/** Where forgeries aim: at ranked devices, and at new ones. */
const DEVICES = ['Honest Laptop', 'Forged Laptop', 'Forged Desktop', 'Forged Tablet'] as const;

/** Forgeries of real records, each another: by what, how much, where, for which device and under which machine's id. */
export function forge(real: readonly RunRecord[], count: number, seed: number): Forgery[] {
  const grids = real.filter((record) => isRecordOf(record, 'matrix'));
  const picked = real.filter((record) => isRecordOf(record, 'picked-folder'));
  const draw = {
    factor: fc.double({ min: 1.5, max: 60, noNaN: true }),
    where: fc.double({ min: 0, max: 0.999, noNaN: true }),
    other: fc.constantFrom(...real),
    device: fc.constantFrom(...DEVICES),
    rig: fc.integer({ min: 0, max: 29 }),
  };
  const ofGrid = fc.record({
    ...draw,
    base: fc.constantFrom(...grids),
    name: fc.constantFrom(...Object.keys(OPERATIONS)),
  });
  const ofPicked = fc.record({
    ...draw,
    base: fc.constantFrom(...picked),
    name: fc.constantFrom(...Object.keys(PICKED_OPERATIONS)),
  });
  const invented = fc.record({ ...draw, speed: fc.double({ min: 0.5, max: 4, noNaN: true }) });
  const arbitrary = fc.oneof(
    { weight: 8, arbitrary: ofGrid.map(forgedGrid) },
    { weight: 1, arbitrary: ofPicked.map(forgedPicked) },
    { weight: 1, arbitrary: invented.map(inventedRun) },
  );
  return fc.sample(arbitrary, { numRuns: count, seed });
}

interface Drawn extends Draw {
  readonly device: string;
  readonly rig: number;
}

function uploadOf(record: RunRecord, { device, rig }: Drawn): RunUpload {
  const started_at = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
  const rig_id = String(rig).padStart(16, '0');
  return {
    record: { ...record, started_at, wall_ms: Math.max(record.wall_ms, 200_000) },
    declared: { device },
    deletion_sha256: DELETION_SHA256,
    rig_id,
  };
}

function forgedGrid({ base, name, ...draw }: Drawn & { base: RunRecord; name: string }): Forgery {
  const operation = OPERATIONS[name];
  const record = structuredClone(base) as Grid;
  operation?.forge(record, draw);
  return {
    name,
    kind: operation?.kind ?? '',
    isConsistent: operation?.isConsistent ?? false,
    upload: uploadOf(record, draw),
  };
}

function forgedPicked({ base, name, ...draw }: Drawn & { base: RunRecord; name: string }): Forgery {
  const record = structuredClone(base) as Picked;
  PICKED_OPERATIONS[name]?.(record, draw);
  return { name: `picked: ${name}`, kind: 'picked', isConsistent: false, upload: uploadOf(record, draw) };
}

/** A run that nobody has measured, made from nothing so that everything agrees. */
function inventedRun({ speed, device, rig }: Drawn & { speed: number }): Forgery {
  const upload = makeUpload({ speed, declared: { device }, rig_id: String(rig).padStart(16, '0') });
  return { name: 'invented', kind: 'invent', isConsistent: true, upload };
}
