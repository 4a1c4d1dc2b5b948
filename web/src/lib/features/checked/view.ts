import {
  CHECKED_TABLES,
  RELEASES,
  commitOf,
  judge,
  type CheckedTable,
  type Judgement,
  type OperationFacts,
  type Outcome,
  type RatioFacts,
  type Release,
  type ReleaseFigure,
  type Releases,
} from '@opfsmark/schema/checked';

/** One operation of one contender: what was published, and what was seen. */
interface CheckedRow {
  readonly operation: string;
  readonly contender: string;
  readonly publishedMs: number | null;
  readonly rowsPerCall: number;
  readonly handleCalls: number;
  readonly syncs: number;
  readonly commit: ReturnType<typeof commitOf>;
}

/** A published table as the page shows it. */
export interface CheckedView extends Pick<CheckedTable, 'table' | 'source' | 'date' | 'browser' | 'machine'> {
  readonly judgement: Judgement;
  readonly runs: number;
  readonly rows: readonly CheckedRow[];
  readonly ratios: readonly RatioFacts[];
  readonly software: readonly string[];
  readonly failures: readonly { readonly contender: string; readonly failure: string }[];
  readonly driveReadBytes: number;
}

function rowOf({ figures }: CheckedTable, outcome: Outcome, contender: string, facts: OperationFacts): CheckedRow {
  const { operation, rows, calls, handle_calls, syncs } = facts;
  const figure = figures.find((one) => one.operation === operation && one.contender === contender);
  return {
    operation,
    contender,
    publishedMs: figure?.ms ?? null,
    rowsPerCall: Math.round((10 * rows) / calls) / 10,
    handleCalls: handle_calls,
    syncs: syncs.per_put,
    commit: commitOf(outcome, contender, operation),
  };
}

/** Operation by operation, so that contenders stand beside each other. */
function rowsOf(table: CheckedTable, outcome: Outcome): CheckedRow[] {
  const operations = [
    ...new Set(outcome.contenders.flatMap((one) => one.operations.map(({ operation }) => operation))),
  ];
  return operations.flatMap((operation) =>
    outcome.contenders.flatMap(({ contender, operations: all }) =>
      all.filter((facts) => facts.operation === operation).map((facts) => rowOf(table, outcome, contender, facts)),
    ),
  );
}

/** A ratio that nobody published is told the way round in which it is above one. */
function aboveOne(ratio: RatioFacts): RatioFacts {
  const { published, slow, fast, value, low, high } = ratio;
  if (published !== null || value >= 1) return ratio;
  return { ...ratio, slow: fast, fast: slow, value: 1 / value, low: 1 / high, high: 1 / low };
}

function viewOf(entry: CheckedTable): CheckedView[] {
  const outcome = entry.runs.at(-1);
  if (!outcome) return [];
  const { table, source, date, browser, machine, runs } = entry;
  return [
    {
      table,
      source,
      date,
      browser,
      machine,
      judgement: judge(outcome),
      runs: runs.length,
      rows: rowsOf(entry, outcome),
      ratios: outcome.ratios.map(aboveOne),
      software: [...new Set(outcome.contenders.map((one) => one.software).filter((name) => name !== ''))],
      failures: outcome.contenders.flatMap(({ contender, failure }) =>
        failure === null ? [] : { contender, failure },
      ),
      driveReadBytes: outcome.drive_read_bytes,
    },
  ];
}

export const checkedViews = (): CheckedView[] => CHECKED_TABLES.flatMap(viewOf);

interface ReleaseRow extends Pick<Release, 'version' | 'released' | 'against' | 'failure'> {
  readonly changes: readonly (Pick<ReleaseFigure, 'figure' | 'ratio' | 'low' | 'high' | 'calls'> & {
    /** Whether its time changed, not only its calls. */
    readonly isClear: boolean;
  })[];
}

/** Releases of one library as the page shows them. */
export interface ReleasesView extends Omit<Releases, 'rows'> {
  readonly rows: readonly ReleaseRow[];
}

const isClear = ({ verdict }: ReleaseFigure) => verdict === 'better' || verdict === 'worse';

/** Rows that took another time first, then what only called files more or less often. */
function releaseRow({ figures = [], ...row }: Release): ReleaseRow {
  const changes = figures.map((measurement) => {
    const { figure, ratio, low, high, calls } = measurement;
    return { figure, ratio, low, high, calls, isClear: isClear(measurement) };
  });
  const countedChanges = changes.filter((change) => !change.isClear && change.calls !== null);
  return { ...row, changes: [...changes.filter((change) => change.isClear), ...countedChanges] };
}

export const releasesViews = (all: readonly Releases[] = RELEASES): ReleasesView[] =>
  all.map((entry) => ({ ...entry, rows: entry.rows.map(releaseRow) }));
