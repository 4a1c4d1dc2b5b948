import type { Live } from '@opfsmark/core';
import { assertNever } from '$lib/base/assert-never.ts';
import type { Unit } from '$lib/base/format/units.ts';

/** What is measured at this moment, in the unit of the grid. */
export function liveValue(live: Live, unit: Unit): number {
  switch (unit) {
    case 'mbs':
      return (live.readBytesPerS + live.writeBytesPerS) / 1e6;
    case 'gbs':
      return (live.readBytesPerS + live.writeBytesPerS) / 1e9;
    case 'iops':
      return live.readOpsPerS + live.writeOpsPerS;
    case 'us':
      return live.awaitNs / 1e3;
    default:
      return assertNever(unit);
  }
}
