import { Hono } from 'hono';
import type { RunItem, RunList } from '@opfsmark/schema';
import { decodeCursor, encodeCursor } from '../base/cursor.ts';
import { csvLine } from '../export/csv.ts';
import {
  NEWEST,
  OLDEST,
  runItem,
  selectRuns,
  selectRunsSince,
  type RunFilter,
  type TimePosition,
} from '../store/listing.ts';
import type { AppEnv } from '../base/env.ts';
import { EXPORT_PAGE, RUNS_PAGE } from '../base/limits.ts';
import { nextLink } from '../base/links.ts';
import { CACHE } from '../middleware/headers.ts';
import { ProblemError } from '../base/problem.ts';

const MOST_FILTER = 240;
const CSV_HEAD = ['run_id', 'created_at', 'trust', 'device', 'device_slug', 'filesystem', 'os', 'browser', 'profile'];

export const listing = new Hono<AppEnv>()
  .get('/runs', async (c) => {
    const filter = filterOf(c.req.query());
    const before = positionOf(c.req.query('cursor'), NEWEST);
    const found = await selectRuns(c.env.DB.withSession('first-unconstrained'), filter, before, RUNS_PAGE + 1);
    const rows = found.slice(0, RUNS_PAGE);
    const last = rows.at(-1);
    const next = found.length > RUNS_PAGE && last ? encodeCursor([last.created_ms, last.run_id]) : null;
    const list: RunList = { runs: rows.map(runItem), next_cursor: next };
    return c.json(list, 200, headersOf(c.req.url, next));
  })

  .get('/export.ndjson', async (c) => {
    const { items, headers } = await exportPage(c.env.DB, c.req.url);
    const lines = items.map((item) => `${JSON.stringify(item)}\n`);
    return c.body(lines.join(''), 200, { ...headers, 'content-type': 'application/x-ndjson' });
  })

  .get('/export.csv', async (c) => {
    const { items, headers } = await exportPage(c.env.DB, c.req.url);
    const ids = [...new Set(items.flatMap((item) => Object.keys(item.metrics)))].toSorted();
    const lines = items.map((item) =>
      csvLine([
        item.run_id,
        item.created_at,
        item.trust,
        item.device.name,
        item.device.slug,
        item.filesystem,
        item.os,
        item.browser,
        item.profile,
        ...ids.map((id) => item.metrics[id] ?? null),
      ]),
    );
    const file = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="opfsmark.csv"',
    };
    return c.body(csvLine([...CSV_HEAD, ...ids]) + lines.join(''), 200, { ...headers, ...file });
  });

async function exportPage(db: D1Database, url: string): Promise<{ items: RunItem[]; headers: Record<string, string> }> {
  const after = positionOf(new URL(url).searchParams.get('cursor') ?? undefined, OLDEST);
  const found = await selectRunsSince(db.withSession('first-unconstrained'), after, EXPORT_PAGE + 1);
  const last = found[EXPORT_PAGE - 1];
  const next = found.length > EXPORT_PAGE && last ? encodeCursor([last.created_ms, last.run_id]) : null;
  return { items: found.slice(0, EXPORT_PAGE).map(runItem), headers: headersOf(url, next) };
}

function headersOf(url: string, next: string | null): Record<string, string> {
  return { 'cache-control': CACHE.live, ...(next === null ? {} : { link: nextLink(url, next) }) };
}

function positionOf(text: string | undefined, start: TimePosition): TimePosition {
  if (text === undefined) return start;
  const parts = decodeCursor(text, ['number', 'string']);
  if (!parts)
    throw new ProblemError('invalid-parameter', '', [{ pointer: '/cursor', detail: 'is not a cursor of this list' }]);
  const [createdMs, runId] = parts as [number, string];
  return { createdMs, runId };
}

/** One filter at a time, because each has an index of its own; os and browser together are one. */
function filterOf(query: Record<string, string>): RunFilter {
  const { device, filesystem, os, browser } = query;
  const long = ['device', 'filesystem', 'os', 'browser'].find((name) => (query[name] ?? '').length > MOST_FILTER);
  if (long !== undefined) {
    const detail = `is longer than ${MOST_FILTER} characters`;
    throw new ProblemError('invalid-parameter', '', [{ pointer: `/${long}`, detail }]);
  }
  const given = ['device', 'filesystem', 'os'].filter((name) => query[name] !== undefined);
  if (given.length > 1 || (os === undefined) !== (browser === undefined)) {
    const detail = 'Filter by device, by filesystem, or by os and browser together.';
    throw new ProblemError('invalid-parameter', detail, [
      { pointer: `/${given[1] ?? 'browser'}`, detail: 'does not go with the others' },
    ]);
  }
  if (device !== undefined) return { by: 'device', value: device };
  if (filesystem !== undefined) return { by: 'filesystem', value: filesystem };
  if (os !== undefined && browser !== undefined) return { by: 'client', value: os, browser };
  return { by: 'time' };
}
