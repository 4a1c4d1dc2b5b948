import {
  rowName,
  rowSlug,
  type Client,
  type Direction,
  type Engine,
  type JobResult,
  type Pattern,
} from '@opfsmark/schema/documents';
import type { Ticket } from '@opfsmark/schema/api';
import type { FamilyId, RunRecord } from '@opfsmark/schema/families';
import { bytesPerSecond, iops } from '@opfsmark/schema/figures';

/** One test of a run, as the table and the trend need it. */
export interface HistoryFigure {
  readonly slug: string;
  readonly name: string;
  readonly pattern: Pattern;
  readonly direction: Direction;
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
}

function figureOf(job: JobResult): HistoryFigure | null {
  const [bytes, calls] = [bytesPerSecond(job), iops(job)];
  if (job.status !== 'done' || !bytes || !calls) return null;
  return {
    slug: rowSlug(job.row),
    name: rowName(job.row),
    pattern: job.row.pattern,
    direction: job.direction,
    bytes_per_s: bytes.median,
    iops: calls.median,
  };
}

export function entryOf(record: RunRecord, ticket: Ticket | null): HistoryEntry {
  const { started_at, status, environment, family, plan, result } = record;
  return {
    started_at,
    status,
    engine: environment.engine,
    client: environment.client,
    family,
    profile: plan.profile,
    ticket,
    file_bytes: 'file_bytes' in plan ? plan.file_bytes : null,
    figures: 'jobs' in result ? result.jobs.map(figureOf).filter((figure) => figure !== null) : [],
  };
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
    readonly read: number | null;
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
      const of = (direction: Direction) =>
        own.filter((figure) => figure.direction === direction).map(valueOf)[0] ?? null;
      const point = { started_at, read: of('read'), write: of('write') };
      const known = trends.get(id)?.points ?? [];
      trends.set(id, { id, name: first.name, pattern: first.pattern, file_bytes, engine, points: [...known, point] });
    }
  }
  return [...trends.values()].toSorted((a, b) => b.points.length - a.points.length);
}
