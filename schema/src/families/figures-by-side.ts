import type { Figure } from '../figures/figure.ts';
import type { FigureSide, RecordOf } from './family.ts';
import type { Plan, Result } from './families.ts';
import type { RunRecord } from './record.ts';

const measured = (record: RunRecord) => record as RecordOf<Plan, Result>;

/** A rate over no time at all is no number, and JSON cannot hold it. */
const hasNumbers = ({ value, low, high }: Figure) => [value, low, high].every(Number.isFinite);

/** `figuresOf`, for callers that loaded only one family's figures module. */
export function figuresBy(side: FigureSide<Plan, Result>, record: RunRecord): Figure[] {
  return side.figures(measured(record)).filter(hasNumbers);
}
