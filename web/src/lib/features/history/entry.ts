import type { Ticket } from '@opfsmark/schema/api';
import type { Client, Direction, Engine, Pattern, Reads } from '@opfsmark/schema/documents';
import type { FamilyId, RunRecord, ScoreKind } from '@opfsmark/schema/families';

/** One test of a run, as the table and the trend need it. */
export interface HistoryFigure {
  readonly slug: string;
  readonly name: string;
  readonly pattern: Pattern;
  readonly direction: Direction;
  /** Of a read: what it set out to read. */
  readonly reads?: Reads;
  readonly bytes_per_s: number;
  readonly iops: number;
}

/** A run kept in this browser, without its histograms: small enough to read hundreds at once. */
export interface HistoryEntry {
  readonly started_at: string;
  readonly family: FamilyId;
  readonly profile: string;
  readonly status: RunRecord['status'];
  readonly engine: Engine;
  readonly client: Client;
  readonly file_bytes: number | null;
  /** With which it can be ranked when it is published. */
  readonly ticket: Ticket | null;
  readonly figures: readonly HistoryFigure[];
  /** Of a sustained write that came to its end: its rate in the long run. */
  readonly sustained_bytes_per_s?: number;
  /** Of a standard plan of the grid. */
  readonly scores: Readonly<Partial<Record<ScoreKind, number>>>;
}

/** Tests that may stand in one line: the same row of the same family, on a file of the same size, by the same engine. */
export interface Trend {
  readonly id: string;
  readonly name: string;
  readonly pattern: Pattern;
  readonly file_bytes: number;
  readonly engine: Engine;
  /** Oldest first. */
  readonly points: readonly {
    readonly started_at: string;
    /** From memory, in the grid. */
    readonly read: number | null;
    readonly drive_read: number | null;
    readonly write: number | null;
  }[];
}

const valueOf = ({ pattern, bytes_per_s, iops: calls }: HistoryFigure) =>
  pattern === 'sequential' ? bytes_per_s : calls;

/** Sequential rows in bytes per second, random ones in calls per second; the longest lines first. */
export function trendsOf(entries: readonly HistoryEntry[]): Trend[] {
  const trends = new Map<string, Trend>();
  for (const entry of entries.toSorted((a, b) => a.started_at.localeCompare(b.started_at))) {
    const { family, file_bytes, engine, started_at } = entry;
    if (file_bytes === null) continue;
    for (const slug of new Set(entry.figures.map((figure) => figure.slug))) {
      const own = entry.figures.filter((figure) => figure.slug === slug);
      const [first] = own;
      if (!first) continue;
      const id = `${family}.${slug}.${file_bytes}.${engine}`;
      const of = (direction: Direction, reads?: Reads) =>
        own.filter((figure) => figure.direction === direction && figure.reads === reads).map(valueOf)[0] ?? null;
      const read = of('read', 'memory') ?? of('read');
      const point = { started_at, read, drive_read: of('read', 'drive'), write: of('write') };
      const known = trends.get(id)?.points ?? [];
      trends.set(id, { id, name: first.name, pattern: first.pattern, file_bytes, engine, points: [...known, point] });
    }
  }
  return [...trends.values()].toSorted((a, b) => b.points.length - a.points.length);
}
