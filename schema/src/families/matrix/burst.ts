import { GIB } from '../../documents/units.ts';
import type { MatrixPlan } from './plan-schema.ts';

/** A drive takes as much into a cache of its own, and may become slower after that. */
const MAX_BURST_BYTES = GIB;

/**
 * What one pass writes at the most, where that is a burst: what comes after so few bytes was not seen. `null` where more
 * is written, and where nothing is.
 */
export function burstBytes({ directions, write_bytes, file_bytes, revisit }: MatrixPlan): number | null {
  const bytes = write_bytes > 0 ? Math.min(write_bytes, file_bytes) : file_bytes;
  return directions.includes('write') && !revisit && bytes <= MAX_BURST_BYTES ? bytes : null;
}
