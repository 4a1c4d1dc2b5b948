import type { Measured } from './loops.ts';

/** The interval that stands beside a value, wherever it is shown; `null` where none was measured. */
export function shownInterval({ low, high, once }: Measured): Pick<Measured, 'low' | 'high'> | null {
  return once || low === high ? null : { low, high };
}
