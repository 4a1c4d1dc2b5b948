import type { Sentence } from '@opfsmark/schema/answer';
import type { Ticket } from '@opfsmark/schema/api';
import type { Client, Direction, Engine, JobResult, Pattern } from '@opfsmark/schema/documents';
import type { FamilyId, RunRecord } from '@opfsmark/schema/families';
import { driveReadOf, type Origin } from '@opfsmark/schema/figures';

/** One test of a run, as the table and the trend need it. */
export interface HistoryFigure {
  readonly slug: string;
  readonly name: string;
  readonly pattern: Pattern;
  readonly direction: Direction;
  /** The source that a read set out to read. Older entries do not say. */
  readonly reads?: JobResult['reads'];
  /** Who answered a read, as far as it can be told; what took a write, where that was not the drive. */
  readonly origin?: Origin;
  /** True if the headline of a write is the rate with a flush after every call, as of small blocks. */
  readonly flushed_each?: true;
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
  /** How large it was. */
  readonly file_bytes: number | null;
  /** How large it could be: by time the two differ. */
  readonly planned_bytes: number | null;
  /** With which it can be ranked when it is published. */
  readonly ticket: Ticket | null;
  readonly figures: readonly HistoryFigure[];
  /** The lead of the result, in no language; runs that were kept long ago have none. */
  readonly sentence?: Sentence;
  /** The rate in the long run of a sustained write that came to its end. */
  readonly sustained_bytes_per_s?: number;
}

/** Tests that may stand in one line: the same row of the same family, with the same size in the plan, by the same engine. */
export interface Trend {
  readonly id: string;
  readonly name: string;
  readonly pattern: Pattern;
  /** The smallest and the largest: of runs by time no two may be alike. */
  readonly file_bytes: readonly [smallest: number, largest: number];
  readonly engine: Engine;
  /** Oldest first. */
  readonly points: readonly {
    readonly started_at: string;
    /** Proven to be the drive's. */
    readonly drive_read: number | null;
    /** From memory, or nobody knows from where: no speed of the drive. */
    readonly other_read: number | null;
    /** Flushed once, as runs of long ago were kept for all writes. */
    readonly write: number | null;
    /** Each one flushed. */
    readonly save: number | null;
  }[];
}

/** The read of a test that may speak for the drive. Entries that do not say what they read have it first. */
export function readOf({ figures }: HistoryEntry, slug: string): HistoryFigure | null {
  return driveReadOf(figures.filter((figure) => figure.slug === slug && figure.direction === 'read'));
}

/** Whether the page of its run shows its value: a read that was to be the drive's, and was not proven to be, has none anywhere. */
export const hasValue = ({ reads, origin }: HistoryFigure): boolean => reads !== 'drive' || origin === 'drive';

const valueOf = ({ pattern, bytes_per_s, iops: calls }: HistoryFigure) =>
  pattern === 'sequential' ? bytes_per_s : calls;

/** Sequential rows in bytes per second, random ones in calls per second; the longest lines first. */
export function trendsOf(entries: readonly HistoryEntry[]): Trend[] {
  const trends = new Map<string, Trend>();
  for (const entry of entries.toSorted((a, b) => a.started_at.localeCompare(b.started_at))) {
    const { family, file_bytes, planned_bytes, engine, started_at } = entry;
    if (file_bytes === null) continue;
    for (const slug of new Set(entry.figures.map((figure) => figure.slug))) {
      const slugFigures = entry.figures.filter((figure) => figure.slug === slug);
      const [first] = slugFigures;
      if (!first) continue;
      const id = `${family}.${slug}.${planned_bytes ?? file_bytes}.${engine}`;
      const of = (direction: Direction, isMeant: (figure: HistoryFigure) => boolean = () => true) =>
        slugFigures.filter((figure) => figure.direction === direction && isMeant(figure)).map(valueOf)[0] ?? null;
      const drive = readOf(entry, slug);
      const point = {
        started_at,
        drive_read: of('read', (figure) => figure === drive && figure.origin === 'drive'),
        other_read: of('read', (figure) => figure.origin !== 'drive' && hasValue(figure)),
        write: of('write', ({ flushed_each, origin }) => flushed_each !== true && origin === undefined),
        save: of('write', ({ flushed_each, origin }) => flushed_each === true && origin === undefined),
      };
      const { points = [], file_bytes: [smallest, largest] = [file_bytes, file_bytes] } = trends.get(id) ?? {};
      const { name, pattern } = first;
      const sizes = [Math.min(smallest, file_bytes), Math.max(largest, file_bytes)] as const;
      trends.set(id, { id, name, pattern, file_bytes: sizes, engine, points: [...points, point] });
    }
  }
  return [...trends.values()].toSorted((a, b) => b.points.length - a.points.length);
}
