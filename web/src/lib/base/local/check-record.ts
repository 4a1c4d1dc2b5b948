import { RunRecord } from '@opfsmark/schema/families';
import * as z from 'zod/mini';

/** The form that every page may rely on. It loads the schema of every family: only where a whole record is read. */
export function isRunRecord(value: unknown): value is RunRecord {
  return z.safeParse(RunRecord, value).success;
}
