import * as z from 'zod/mini';
import { Layout } from '../../documents/environment.ts';
import { cacheConflicts } from './budget.ts';
import { MatrixPlan } from './plan-schema.ts';

/**
 * The note that lies beside a file that was prepared for a cold read: enough to read it after a restart, and to know that it is
 * complete, because it is written last. The content follows from the plan's seed, as it was filled.
 */
export const PreparedFile = z.strictObject({
  format: z.literal(1),
  created_at: z.iso.datetime(),
  layout: Layout,
  plan: MatrixPlan.check(z.refine((plan) => plan.cache === 'cold' && cacheConflicts(plan).length === 0)),
  bytes: z.int().check(z.positive()),
});
export type PreparedFile = z.infer<typeof PreparedFile>;

/** `null` for anything but the manifest of a prepared file. */
export function parsePreparedFile(text: string): PreparedFile | null {
  try {
    const parsedFile = z.safeParse(PreparedFile, JSON.parse(text));
    return parsedFile.success ? parsedFile.data : null;
  } catch {
    return null;
  }
}
