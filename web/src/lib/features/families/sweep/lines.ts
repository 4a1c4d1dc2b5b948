import type { Direction, Row } from '@opfsmark/schema/documents';
import { sweepRows, type PlanOf, type SweepPoint } from '@opfsmark/schema/families';
import type { Line } from '$lib/base/charts/spec.ts';
import type { Format } from '$lib/base/format/format.ts';

export type SweepPlan = PlanOf<'block-sweep' | 'queue-sweep'>;

/** What a point of a sweep is called: its block size, or its queue depth. */
export const placeOf = ({ family }: SweepPlan, row: Row, format: Format) =>
  family === 'block-sweep' ? format.binaryBytes(row.block_bytes) : `Q${row.queues}`;

const isSame = (a: Row, b: Row) => a.block_bytes === b.block_bytes && a.queues === b.queues;

export interface DirectionNames {
  readonly read: string;
  readonly write: string;
}

/** Reads are drawn as reads, all else as writes. */
export const sideOf = (direction: Direction) => (direction === 'read' ? 'read' : 'write');

/** A line per direction over the points of a sweep. */
export function sweepLines(
  plan: SweepPlan,
  points: readonly SweepPoint[],
  names: DirectionNames,
  of: (point: SweepPoint) => number | null,
): Line[] {
  return plan.directions.map((direction) => ({
    name: names[sideOf(direction)],
    colour: sideOf(direction),
    values: sweepRows(plan).map((row) => {
      const found = points.find((point) => point.direction === direction && isSame(point.row, row));
      return found ? of(found) : null;
    }),
  }));
}
