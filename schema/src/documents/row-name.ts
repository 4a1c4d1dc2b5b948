import { BLOCK_STEP_BYTES, BOUNDS, MAX_WORKERS } from './bounds.ts';
import type { Row } from './checks.ts';
import { KIB, MIB } from './units.ts';

/** How many workers a row asks for, up to the cap. */
export function workersOf(row: Row): number {
  return Math.min(row.queues * row.threads, MAX_WORKERS);
}

const PATTERN_PREFIX = { sequential: 'SEQ', random: 'RND' } as const;

/** "SEQ1M Q8T1", as the tools these rows come from write it: in files, and for programs. Addresses have "SEQ1M-Q8T1". */
export function rowName(row: Row): string {
  return `${nameUpToQueues(row)}T${row.threads}`;
}

/** "SEQ1M Q8": without the threads where there is one. Pages and pictures have this name alone. */
export function rowShortName(row: Row): string {
  return row.threads === 1 ? nameUpToQueues(row) : rowName(row);
}

/** "seq1m_q8t1": the part of a metric's id that says which row it is of. */
export function rowSlug(row: Row): string {
  const block = blockName(row.block_bytes).toLowerCase();
  return `${PATTERN_PREFIX[row.pattern].toLowerCase()}${block}_q${row.queues}t${row.threads}`;
}

function nameUpToQueues(row: Row): string {
  return `${PATTERN_PREFIX[row.pattern]}${blockName(row.block_bytes)} Q${row.queues}`;
}

/** "16M", "4K", "512B": a block as names of rows have it. */
export function blockName(bytes: number): string {
  if (bytes % MIB === 0) return `${bytes / MIB}M`;
  if (bytes % KIB === 0) return `${bytes / KIB}K`;
  return `${bytes}B`;
}

const isWithin = (value: number, { min, max }: { min: number; max: number }) => value >= min && value <= max;

/** Written without the schema, which every page would load to read the names of its rows. */
function isRow({ block_bytes, queues, threads }: Row): boolean {
  const blockFits = block_bytes % BLOCK_STEP_BYTES === 0 && isWithin(block_bytes, BOUNDS.block_bytes);
  return blockFits && isWithin(queues, BOUNDS.queues) && isWithin(threads, BOUNDS.threads);
}

/** Reads "SEQ1M-Q8T1" (also with a space); `null` where it is no such name. */
export function parseRowName(text: string): Row | null {
  const match = /^(SEQ|RND)(\d{1,8})([MKB])[- ]?Q(\d{1,3})(?:T(\d{1,3}))?$/i.exec(text.trim());
  if (!match) return null;
  const [, prefix = '', amount = '', unit = '', queues = '', threads = '1'] = match;
  const row: Row = {
    pattern: prefix.toUpperCase() === 'SEQ' ? 'sequential' : 'random',
    block_bytes: Number(amount) * ({ M: MIB, K: KIB, B: 1 }[unit.toUpperCase()] ?? 0),
    queues: Number(queues),
    threads: Number(threads),
  };
  return isRow(row) ? row : null;
}

/** Rows by their names, for the profiles; throws on a name that is none. */
export function rowsNamed(...names: readonly string[]): Row[] {
  return names.map((name) => {
    const row = parseRowName(name);
    if (!row) throw new Error(`not a row: ${name}`);
    return row;
  });
}
