import { decodeHistogram, evidentPercentileNs, totalCount } from '../../documents/histogram.ts';
import type { Figure, Origin } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import type { Family, RecordOf } from '../family.ts';
import { partOfPass, passOfSpan } from '../iostat-part.ts';
import { pickedFolderPlan, type PickedStep } from './plan.ts';
import type { PickedFolderPlan, PickedCell, PickedFolderResult } from './schema.ts';
import type { BoardLayout } from '../../documents/lists.ts';
import { changesOnly } from '../plan-for.ts';

function pickedFolderLayout({ plan, environment }: RecordOf<PickedFolderPlan, PickedFolderResult>): BoardLayout | null {
  return environment.engine === 'picked-folder' && changesOnly(pickedFolderPlan, plan, ['reads', 'files'])
    ? 'picked-folder'
    : null;
}

interface PickedFigure {
  /** `null` where no content is moved. */
  readonly bytesPerS: number | null;
  readonly opsPerS: number;
  /** `null`, as p99, where fewer than ten calls lie beyond it. */
  readonly p50Ns: number | null;
  readonly p99Ns: number | null;
  /** Closing included; `null` where nothing is closed apart. */
  readonly closedBytesPerS: number | null;
  /** Share of what this browser reaches in the same calls; near 1 the browser is what was measured, not the drive. */
  readonly ofCeiling: number | null;
}

const rate = ({ ops, elapsed_ns }: PickedCell) => (ops * 1e9) / elapsed_ns;

export function pickedFigure(cell: PickedCell, { cells }: PickedFolderResult): PickedFigure | null {
  const counts = decodeHistogram(cell.histogram) ?? [];
  if (cell.ops === 0 || cell.elapsed_ns === 0 || totalCount(counts) === 0) return null;
  const ceiling = cells.find(({ place, step }) => place === 'ceiling' && step === cell.step);
  return {
    bytesPerS: cell.bytes === 0 ? null : (cell.bytes * 1e9) / cell.elapsed_ns,
    opsPerS: rate(cell),
    p50Ns: evidentPercentileNs(counts, 0.5),
    p99Ns: evidentPercentileNs(counts, 0.99),
    closedBytesPerS: cell.step === 'write' ? (cell.bytes * 1e9) / (cell.elapsed_ns + cell.close_ns) : null,
    ofCeiling: ceiling && ceiling.elapsed_ns > 0 && cell.place === 'picked' ? rate(cell) / rate(ceiling) : null,
  };
}

export const pickedFolderFamily = {
  ...pickedFolderPlan,
  needsBrowser: true,
  pickedEngine: 'picked-folder',
  boardLayout: pickedFolderLayout,
  iostat: ({ cells }) =>
    cells.flatMap(({ place, step, ops: calls, bytes, elapsed_ns: elapsedNs }) => {
      if (bytes === 0) return [];
      const direction = step === 'write' || step === 'create' ? 'write' : 'read';
      const span = { elapsedNs, workers: 1, [direction]: { calls, bytes, ns: elapsedNs } };
      return partOfPass(`${place} ${step}`, passOfSpan(span));
    }),
  figures: ({ result }) =>
    result.cells.filter(({ place }) => place === 'picked').flatMap((cell) => figureOfCell(cell, result)),
  // The ceilings: this browser in its own storage.
  details: ({ result }) =>
    result.cells
      .filter(({ place }) => place === 'ceiling')
      .flatMap((cell) => figureOfCell(cell, result))
      .map((figure) => ({ ...figure, id: `ceiling ${figure.id}`, name: `ceiling ${figure.name}` })),
} satisfies Family<PickedFolderPlan, PickedFolderResult>;

/** A file that was written just before is read from memory. */
export function pickedOrigin({ step }: PickedCell): Origin | null {
  return step === 'seq_read' || step === 'rnd_read' ? 'memory' : null;
}

/** A file is created with its contents. */
const DIRECTIONS = {
  ...{ seq_read: 'read', rnd_read: 'read', write: 'write', create: 'write', delete: null },
} as const satisfies Record<PickedStep, Figure['direction']>;

function figureOfCell(cell: PickedCell, result: PickedFolderResult): Figure[] {
  const figure = pickedFigure(cell, result);
  if (!figure) return [];
  const { step } = cell;
  const speed = step === 'write' ? figure.closedBytesPerS : step === 'seq_read' ? figure.bytesPerS : null;
  const unit = step === 'create' || step === 'delete' ? 'files_per_s' : speed === null ? 'iops' : 'bytes_per_s';
  return [
    {
      id: step,
      name: step,
      unit,
      better: 'higher',
      direction: DIRECTIONS[step],
      row: null,
      ...intervalOf([speed ?? figure.opsPerS]),
      p99_ns: figure.p99Ns,
      origin: pickedOrigin(cell),
    },
  ];
}
