import type { Figure } from '../figures/figure.ts';
import type { RecordOf } from './family.ts';
import { figureSideOf } from './figure-table.ts';
import type { IostatPart } from './iostat-part.ts';
import type { Plan } from './plan-table.ts';
import type { RunRecord } from './record.ts';
import type { Result } from './result-table.ts';

const measured = (record: RunRecord) => record as RecordOf<Plan, Result>;

/** A rate over no time at all is no number, and JSON cannot hold it. */
const hasNumbers = ({ value, low, high }: Figure) => [value, low, high].every(Number.isFinite);

/** The numbers that stand for a record, most telling first: see `Figure`. */
export function figuresOf(record: RunRecord): Figure[] {
  return figureSideOf(record.family).figures(measured(record)).filter(hasNumbers);
}

/** What `iostat -x` would have shown, for every part of a result. */
export function iostatParts(result: Result): IostatPart[] {
  return figureSideOf(result.family).iostat(result);
}

/** Whether anything was measured to its end. */
export function hasFindings({ result }: Pick<RunRecord, 'result'>): boolean {
  return iostatParts(result).length > 0;
}
