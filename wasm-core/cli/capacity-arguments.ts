import { MIN_TESTED_BYTES } from '@opfsmark/schema/capacity';
import { formatBytes, parseBytes } from '@opfsmark/schema/documents';
import type { Values } from './families.ts';

/** Says whether a drive is as large as it says. */
export interface CapacityCommand {
  readonly kind: 'capacity';
  readonly dir: string;
  readonly isQuick: boolean;
  /** Written at most; `null`: all that is free. */
  readonly sizeBytes: number | null;
  readonly isAgreed: boolean;
  /** The drive of the system may be filled, too: a drive that was pulled out leaves an empty folder on it. */
  readonly isSystemAgreed: boolean;
  /** `-`: standard output, instead of the table. */
  readonly json: string | null;
  /** Deletes what an unfinished test has left, and ends. */
  readonly isDiscard: boolean;
}

/** The command, or its fault in a sentence. */
export function capacityIn(values: Values, more: readonly string[]): CapacityCommand | string {
  if (more.length > 0) return `"${more.join(' ')}" belongs to no option. Put a path with spaces in quotes.`;
  const { dir, size, json } = values;
  if (typeof dir !== 'string' || dir === '') return 'Say which folder to test: --dir PATH.';
  const sizeBytes = typeof size === 'string' ? parseBytes(size) : null;
  if (typeof size === 'string' && sizeBytes === null) return `--size "${size}" is not a size such as 4GiB.`;
  if (sizeBytes !== null && sizeBytes < MIN_TESTED_BYTES) {
    return `--size "${String(size)}" says nothing about a drive: it must be ${formatBytes(MIN_TESTED_BYTES)} or more.`;
  }
  return {
    kind: 'capacity',
    dir,
    isQuick: values['quick'] === true,
    sizeBytes,
    isAgreed: values['yes'] === true,
    isSystemAgreed: values['system-drive'] === true,
    json: typeof json === 'string' ? json : null,
    isDiscard: values['discard'] === true,
  };
}
