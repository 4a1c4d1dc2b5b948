import type { MarkId, Ruler, RulerId } from '@opfsmark/schema/answer';
import { MAX_FOREIGN_BYTES, alignReads, readForeign, textOfBytes, type ForeignResult } from '@opfsmark/schema/foreign';
import { rulersWith, type Compared, type ComparedFigure } from './compare.ts';
import type { ReportedResult } from './reported.svelte.ts';

/** The marks of a grid on the rulers: the best of these, as of our own rows; `per`: from its unit to that of the ruler. */
const MARKS: readonly {
  readonly ruler: RulerId;
  readonly mark: MarkId;
  readonly ids: readonly string[];
  readonly per: number;
}[] = [
  { ruler: 'opens', mark: 'small_read', ids: ['rnd4k_q1t1 drive_read'], per: 4096 },
  { ruler: 'moves', mark: 'large_read', ids: ['seq1m_q8t1 drive_read', 'seq1m_q1t1 drive_read'], per: 1e6 },
  { ruler: 'moves', mark: 'large_write', ids: ['seq1m_q8t1 write', 'seq1m_q1t1 write'], per: 1e6 },
  { ruler: 'saves', mark: 'save', ids: ['rnd4k_q1t1 flush_each'], per: 1 },
];

function rulersOf({ figures }: ForeignResult): Ruler[] {
  const ofDrive = figures.filter(({ origin }) => origin === null || origin === 'drive');
  return rulersWith(MARKS, ({ ids, per }) => {
    const [figure] = ofDrive.filter((one) => ids.includes(one.id)).toSorted((a, b) => b.value - a.value);
    const value = figure ? figure.value / per : 0;
    return figure ? { value, low: value, high: value } : null;
  });
}

function besideIds(foreign: ForeignResult, id: string, ids: readonly string[]): Compared {
  const figures = alignReads(foreign.figures, ids).map(({ access, mean_ns, ...figure }): ComparedFigure => {
    const isOfDrive = figure.origin === null || figure.origin === 'drive';
    return { ...figure, limit: isOfDrive ? 'drive' : 'memory', reported: { access, mean_ns } };
  });
  return { run_id: id, names: [], figures, rulers: rulersOf(foreign), scores: {}, clock_step_ns: 1, isReported: true };
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
