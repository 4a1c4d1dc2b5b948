import type { MarkId, Ruler, RulerId } from '@opfsmark/schema/answer';
import { MAX_FOREIGN_BYTES, alignReads, readForeign, textOfBytes, type ForeignResult } from '@opfsmark/schema/foreign';
import { MIB, type Row, rowSlug } from '@opfsmark/schema/documents';
import { rulersWith, type Compared, type ComparedFigure } from './compare.ts';
import type { ReportedResult } from './reported.svelte.ts';

const largeRow = (queues: number): Row => ({ pattern: 'sequential', block_bytes: MIB, queues, threads: 1 });
/** The rows that may stand for moving large files. */
const LARGE = [largeRow(8), largeRow(1)];
const SMALL: Row = { pattern: 'random', block_bytes: 4096, queues: 1, threads: 1 };

/** The marks of a grid on the rulers: the best of these rows, as of our own; `per`: from its unit to that of the ruler. */
const MARKS: readonly {
  readonly ruler: RulerId;
  readonly mark: MarkId;
  readonly rows: readonly Row[];
  readonly figure: string;
  readonly per: number;
}[] = [
  { ruler: 'opens', mark: 'small_read', rows: [SMALL], figure: 'drive_read', per: 4096 },
  { ruler: 'moves', mark: 'large_read', rows: LARGE, figure: 'drive_read', per: 1e6 },
  { ruler: 'moves', mark: 'large_write', rows: LARGE, figure: 'write', per: 1e6 },
  { ruler: 'saves', mark: 'save', rows: [SMALL], figure: 'flush_each', per: 1 },
];

/** On the rulers, beside a result with figures of these ids: where that has measured one of the rows, no other stands for this one. */
function rulersOf({ figures }: ForeignResult, ids: readonly string[]): Ruler[] {
  const ofDrive = figures.filter(({ origin }) => origin === null || origin === 'drive');
  const isBeside = (row: Row) => ids.some((id) => id.startsWith(`${rowSlug(row)} `));
  return rulersWith(MARKS, ({ rows, figure, per }) => {
    const sharedRows = rows.filter(isBeside);
    const candidates = (sharedRows.length > 0 ? sharedRows : rows).flatMap((row) => {
      const value = ofDrive.find(({ id }) => id === `${rowSlug(row)} ${figure}`)?.value;
      return value === undefined ? [] : [{ row, value: value / per }];
    });
    const [best] = candidates.toSorted((a, b) => b.value - a.value);
    return best
      ? { value: best.value, low: best.value, high: best.value, ...(rows.length > 1 && { row: best.row }) }
      : null;
  });
}

function besideIds(foreign: ForeignResult, id: string, ids: readonly string[]): Compared {
  const figures = alignReads(foreign.figures, ids).map(({ access, mean_ns, ...figure }): ComparedFigure => {
    const isOfDrive = figure.origin === null || figure.origin === 'drive';
    return { ...figure, limit: isOfDrive ? 'drive' : 'memory', reported: { access, mean_ns } };
  });
  return {
    run_id: id,
    names: [],
    figures,
    rulers: rulersOf(foreign, ids),
    scores: {},
    clock_step_ns: 1,
    isReported: true,
  };
}

let count = 0;

/** `null`: nothing of it can be shown, for the reasons in `problems`. */
export function reportedResultOf(foreign: ForeignResult): ReportedResult | null {
  const { tool, version, figures, problems } = foreign;
  if (figures.length === 0) return null;
  const id = `reported-${(count += 1)}`;
  return {
    id,
    name: [tool, version].filter((part) => part !== null).join(' '),
    accesses: [...new Set(figures.map(({ access }) => access))],
    count: figures.length,
    problems,
    beside: (ids) => besideIds(foreign, id, ids),
  };
}

/** No more of a file than a result can have is read. */
export async function readForeignFile(file: Blob): Promise<ForeignResult> {
  const bytes = new Uint8Array(await file.slice(0, MAX_FOREIGN_BYTES).arrayBuffer());
  return readForeign(textOfBytes(bytes), file.size <= MAX_FOREIGN_BYTES);
}
