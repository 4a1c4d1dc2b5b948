import type { Declaration } from '@opfsmark/schema/documents';
import type { RunRecord, ScoreKind } from '@opfsmark/schema/families';

/** What this browser knows besides the record. */
export interface Beside {
  /** Bytes per second of a sustained write in the long run; `null` where there was none. */
  readonly sustained: number | null;
  /** Points of earlier runs of the same plan, which the interval of a score takes into account. */
  readonly earlier: Readonly<Partial<Record<ScoreKind, readonly number[]>>>;
  /** What its publisher said of it. */
  readonly declared?: Partial<Declaration>;
}

/** What people have typed, so that it formats nothing: a device may be called "*|<". */
export const markdownCell = (text: string) => text.replace(/[\\`*_[\]<>|#~]/g, String.raw`\$&`);

/** "ThinkPad X1, Samsung 990 PRO": what was measured, where it was declared. */
export const declaredText = ({ device, drive }: Partial<Declaration> = {}): string[] =>
  [device, drive].filter((name) => name !== undefined);

/** "sustained write in this browser: 1070.0 MB/s in the long run", where it is known. */
export function sustainedText(beside: Beside | undefined): string[] {
  const speed = beside?.sustained ?? null;
  return speed === null ? [] : [`sustained write in this browser: ${(speed / 1e6).toFixed(1)} MB/s in the long run`];
}

/**
 * The texts as which a record is saved, apart from its JSON. In English: files are read by others and by programs.
 * Whoever holds a record takes the exporter of its family.
 */
export interface Exporter {
  text(record: RunRecord, beside?: Beside): string;
  markdown(record: RunRecord, beside?: Beside): string;
  csv(record: RunRecord): string;
}
