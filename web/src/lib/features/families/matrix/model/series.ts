import { type JobResult, rowName } from '@opfsmark/schema/documents';
import type { FamilyRecord } from '@opfsmark/schema/families';
import { iostatBins, iostatOf, type IostatRow, leadingFigure, passBytes, passesOf } from '@opfsmark/schema/figures';

/** Row by row, read beside write, as in the grid. */
export function jobsByRow({ plan, result }: FamilyRecord<'matrix'>): JobResult[] {
  const names = plan.rows.map(rowName);
  const placeOf = ({ row }: JobResult) => names.indexOf(rowName(row));
  return result.jobs.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** One bin of one loop. */
interface SeriesPoint extends IostatRow {
  readonly loop: number;
  /** Begin since the first counted loop began, without what lay between the loops. */
  readonly at_s: number;
  /** Longest call that ended in it. */
  readonly max_us: number;
}

/** The counted loops one after the other, as they ran. */
export function seriesOf(job: JobResult): SeriesPoint[] {
  let before = 0;
  return passesOf(job, leadingFigure(job)).flatMap((pass) => {
    const begin = before;
    before += pass.elapsed_ns / 1e9;
    const longest = (pass.read ?? pass.write)?.series.max_us.split(' ').map(Number) ?? [];
    return iostatBins(pass).map((row, bin) => ({
      ...row,
      at_s: begin + row.start_s,
      loop: pass.loop,
      max_us: longest[bin] ?? 0,
    }));
  });
}

/** The row of the loop whose throughput is nearest the median: its columns belong together, which those of a mean would not. */
export function iostatOfJob(job: JobResult): IostatRow | null {
  const passes = passesOf(job, leadingFigure(job));
  const sortedPasses = passes.toSorted((a, b) => passBytes(a) / a.total_ns - passBytes(b) / b.total_ns);
  const middle = sortedPasses[(sortedPasses.length - 1) >> 1];
  return middle ? iostatOf(middle) : null;
}
