import { figuresOf, type RunRecord } from '@opfsmark/schema/families';

/** Whether anything was measured that stands for the run. */
export const hasFigures = (record: RunRecord): boolean => figuresOf(record).length > 0;
