import { RunUpload } from '@opfsmark/schema/api';
import { metricsOf } from '@opfsmark/schema/boards';
import { ProblemError } from '../src/base/problem.ts';
import { refuseContradictions, suspicionsOf } from '../src/intake/upload.ts';
import type { Forgery } from './forgeries.ts';

/** The identities that were broken without schema, contradictions or suspicions telling. */
export function unnoticed(all: readonly Forgery[]): string[] {
  const passed = all.filter(({ upload: { record }, upload }) => {
    if (!RunUpload.safeParse(upload).success) return false;
    try {
      refuseContradictions(record);
    } catch (error) {
      if (error instanceof ProblemError) return false;
      throw error;
    }
    return suspicionsOf(record, metricsOf(record)).length === 0;
  });
  return passed.map(({ identity }) => identity);
}
