import type { Figure } from '../figures/figure.ts';
import { figureSideOf } from './figure-table.ts';
import { figuresBy } from './figures-by-side.ts';
import type { IostatPart } from './iostat-part.ts';
import type { RunRecord } from './record.ts';
import type { Result } from './families.ts';

/** The numbers that stand for a record, most telling first: see `Figure`. */
export function figuresOf(record: RunRecord): Figure[] {
  return figuresBy(figureSideOf(record.family), record);
}

/** What `iostat -x` would have shown, for every part of a result. */
export function iostatParts(result: Result): IostatPart[] {
  return figureSideOf(result.family).iostat(result);
}

/** Whether anything was measured to its end. */
export function hasFindings({ result }: Pick<RunRecord, 'result'>): boolean {
  return iostatParts(result).length > 0;
}
