import type { FieldError } from '../api-error.ts';
import { MEMORY_BYTES_PER_S } from '../plausibility.ts';
import { familyContradictions } from './index.ts';
import { familyIostat } from './iostat.ts';
import type { FamilyRecord } from './record.ts';
import { sum } from './wire.ts';

/** Clocks are read before and after, by different threads. */
const WALL_SLACK = 1.01;
const WALL_SLACK_S = 1;

/**
 * What in a record of a family contradicts itself, each by an RFC 6901 pointer into the record: the identities of the
 * family, and those that hold for all.
 */
export function familyRecordContradictions(record: FamilyRecord): FieldError[] {
  const { plan, result, environment } = record;
  const found: FieldError[] = familyContradictions(result, plan).map(({ pointer, detail }) => ({
    pointer: `/result${pointer}`,
    detail,
  }));
  if (result.family !== plan.family) return found;
  const unless = (holds: boolean, pointer: string, detail: string) => {
    if (!holds) found.push({ pointer, detail });
  };
  unless(
    !('layout' in result) || result.layout === environment.layout,
    '/result/layout',
    'is not the layout of the environment',
  );
  unless((record.status === 'failed') === (record.failure !== undefined), '/status', 'does not agree with failure');
  const parts = familyIostat(result);
  for (const { part, row } of parts) {
    const bytesPerS = (row.r_mb_per_s + row.w_mb_per_s) * 1e6;
    unless(bytesPerS <= MEMORY_BYTES_PER_S, '/result', `${part} is faster than memory`);
  }
  const seconds = sum(parts.map(({ row }) => row.length_s));
  unless(
    seconds <= (record.wall_ms / 1e3) * WALL_SLACK + WALL_SLACK_S,
    '/wall_ms',
    'is less than the parts took together',
  );
  return found.slice(0, 50);
}

/** Whether anything was measured to the end of a part. */
export function hasFamilyFindings({ result }: FamilyRecord): boolean {
  return familyIostat(result).length > 0;
}
