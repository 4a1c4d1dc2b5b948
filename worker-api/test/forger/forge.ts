import * as fc from 'fast-check';
import type { RunUpload } from '@opfsmark/schema/api';
import { isRecordOf, type RunRecord } from '@opfsmark/schema/families';
import { DELETION_SHA256, makeUpload } from '@opfsmark/schema/test-support/upload';
import { type Draw, type Grid, OPERATIONS, type Picked, PICKED_OPERATIONS } from './operations.ts';

/** Values that break arithmetic. */
const EXTREMES = [
  0,
  1e-310,
  5e-324,
  1e-9,
  0.5,
  1,
  1e12,
  1e15,
  1e300,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_VALUE,
] as const;
/** Fields from which rates, percentiles and shares are derived. */
const FIELDS = /(?:_ns|_ms|^ops|^bytes|^busy|^total|^elapsed|sectors|^dropped)$/;

type Place = readonly [fields: Record<string, unknown>, name: string];

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Record<string, unknown>;
  return Object.entries(fields).flatMap(([name, field]): Place[] =>
    typeof field === 'number' && FIELDS.test(name) ? [[fields, name]] : placesIn(field),
  );
}

/** Uploads of which some numbers are extreme, and some of whose series are as long as text may be. */
export function hostileUploads(count: number, seed = 1): RunUpload[] {
  const changes = fc.array(
    fc.record({ at: fc.double({ min: 0, max: 0.9999, noNaN: true }), value: fc.constantFrom(...EXTREMES) }),
    { minLength: 1, maxLength: 4 },
  );
  const samples = fc.sample(fc.record({ changes, isLong: fc.boolean() }), { numRuns: count, seed });
  return samples.map(({ changes: all, isLong }, n) => {
    const upload = makeUpload({ declared: { device: `Hostile ${n}` }, rig_id: `X${n}`.padEnd(16, '0') });
    const { result, environment } = upload.record;
    const places = placesIn({ result, environment });
    for (const { at, value } of all) {
      const [fields, name] = places[Math.floor(at * places.length)] ?? [];
      if (fields && name !== undefined) fields[name] = value;
    }
    const side = result.jobs[0]?.passes[0]?.read;
    if (isLong && side)
      side.series = { ops: '', busy_us: Array.from({ length: 1000 }, () => 1e14 + n).join(' '), max_us: '' };
    return upload;
  });
}

interface Forgery {
  /** The change to a real record. */
  readonly name: string;
  readonly kind: string;
  /** Every identity is kept: only other machines can tell. */
  readonly isConsistent: boolean;
  readonly upload: RunUpload;
}

/** Where forgeries aim: at ranked devices, and at new ones. */
const DEVICES = ['Honest Laptop', 'Forged Laptop', 'Forged Desktop', 'Forged Tablet'] as const;

/** Forgeries of real records, each another: by what, how much, where, for which device and under which machine's id. */
export function forge(records: readonly RunRecord[], count: number, seed: number): Forgery[] {
  const grids = records.filter((record) => isRecordOf(record, 'matrix'));
  const pickedRecords = records.filter((record) => isRecordOf(record, 'picked-folder'));
  const draw = {
    factor: fc.double({ min: 1.5, max: 60, noNaN: true }),
    where: fc.double({ min: 0, max: 0.999, noNaN: true }),
    other: fc.constantFrom(...records),
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
    base: fc.constantFrom(...pickedRecords),
    name: fc.constantFrom(...Object.keys(PICKED_OPERATIONS)),
  });
  const ofInvented = fc.record({ ...draw, speed: fc.double({ min: 0.5, max: 4, noNaN: true }) });
  const arbitrary = fc.oneof(
    { weight: 8, arbitrary: ofGrid.map(forgedGrid) },
    { weight: 1, arbitrary: ofPicked.map(forgedPicked) },
    { weight: 1, arbitrary: ofInvented.map(inventedRun) },
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
