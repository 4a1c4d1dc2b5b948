import { Hono } from 'hono';
import type { RunItem, RunList, Warning } from '@opfsmark/schema/api';
import { METRIC_IDS } from '@opfsmark/schema/boards';
import { csvLines } from '@opfsmark/schema/documents';
import { decodeCursor, encodeCursor, nextLink } from '../base/cursor.ts';
import type { AppEnv, Env } from '../base/env.ts';
import { MAX_FILTER_CHARACTERS } from '../base/limits.ts';
import { invalidParameter } from '../base/problem.ts';
import { readAnywhere } from '../base/sessions.ts';
import { policyOf } from '../boards/policy.ts';
import { CACHE } from '../middleware/index.ts';
import { CURSOR, DATABASE, describeRoute, parameter } from '../openapi/operation.ts';
import {
  type ListedRun,
  NEWEST,
  OLDEST,
  type RunFilter,
  selectRuns,
  selectRunsSince,
  type TimePosition,
} from '../store/listing.ts';
import { selectWarnings } from '../store/warnings.ts';
import { runItemOf } from '../views/run-view.ts';

const FILTER = { type: 'string', maxLength: MAX_FILTER_CHARACTERS };

/** Rows per page; one more is read to see whether there is another page. */
const RUNS_PAGE = 50;
const EXPORT_PAGE = 300;

const HEAD = [
  'run_id',
  'created_at',
  'trust',
  'device',
  'device_slug',
  'drive',
  'drive_slug',
  'filesystem',
  'os',
  'browser',
  'family',
  'profile',
];

/** One line per run. The columns are the same on every page, so that pages can be put together. */
function runsCsv(runs: readonly RunItem[]): string {
  const lines = runs.map((run) => [
    run.run_id,
    run.created_at,
    run.trust,
    run.device.name,
    run.device.slug,
    run.drive?.name ?? null,
    run.drive?.slug ?? null,
    run.filesystem,
    run.os,
    run.browser,
    run.family,
    run.profile,
    ...METRIC_IDS.map((id) => run.metrics[id] ?? null),
  ]);
  return csvLines([[...HEAD, ...METRIC_IDS], ...lines]);
}

const LIST_RUNS = describeRoute({
  id: 'listRuns',
  tag: 'runs',
  summary: 'Published runs, newest first, by device, by filesystem, or by os and browser together.',
  parameters: [
    parameter('query', 'device', FILTER),
    parameter('query', 'filesystem', FILTER),
    parameter('query', 'os', FILTER),
    parameter('query', 'browser', FILTER),
    CURSOR,
  ],
  answers: { 200: 'called' },
  problems: ['invalid-parameter', ...DATABASE],
});

const EXPORT = {
  tag: 'runs',
  summary:
    'All published runs with their metrics, oldest first, in pages, for one reading: later a run may stand before the last that was read, because its upload began before or a moderator has let it go, and others are deleted. A copy that is kept reads all again, or the files of the snapshot that have another SHA-256. `_memory`, `picked_seq_read` and `picked_rnd_read` are reads as apps feel them, from memory.',
  parameters: [CURSOR],
  problems: ['invalid-parameter', ...DATABASE],
} as const;
const EXPORT_CSV = describeRoute({ ...EXPORT, id: 'exportCsv', answers: { 200: 'text/csv' } });
const EXPORT_NDJSON = describeRoute({ ...EXPORT, id: 'exportNdjson', answers: { 200: 'application/x-ndjson' } });

export const listing = new Hono<AppEnv>()
  .get('/runs', LIST_RUNS, async (c) => {
    const filter = readFilter(c.req.query());
    const before = readPosition(c.req.query('cursor'), NEWEST);
    const db = readAnywhere(c.env.DB);
    const foundRuns = await selectRuns(db, filter, before, RUNS_PAGE + 1);
    const { items, nextCursor } = pageOf(c.env, foundRuns, RUNS_PAGE, await selectWarnings(db));
    const list: RunList = { runs: items, next_cursor: nextCursor };
    return c.json(list, 200, pageHeaders(c.req.url, nextCursor));
  })

  .get('/export.ndjson', EXPORT_NDJSON, async (c) => {
    const { items, headers } = await exportPage(c.env, c.req.url);
    const lines = items.map((item) => `${JSON.stringify(item)}\n`);
    return c.body(lines.join(''), 200, { ...headers, 'content-type': 'application/x-ndjson' });
  })

  .get('/export.csv', EXPORT_CSV, async (c) => {
    const { items, headers } = await exportPage(c.env, c.req.url);
    return c.body(runsCsv(items), 200, {
      ...headers,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="opfsmark.csv"',
    });
  });

async function exportPage(env: Env, url: string): Promise<{ items: RunItem[]; headers: Record<string, string> }> {
  const after = readPosition(new URL(url).searchParams.get('cursor') ?? undefined, OLDEST);
  const db = readAnywhere(env.DB);
  const foundRuns = await selectRunsSince(db, after, EXPORT_PAGE + 1);
  const { items, nextCursor } = pageOf(env, foundRuns, EXPORT_PAGE, await selectWarnings(db));
  return { items, headers: pageHeaders(url, nextCursor) };
}

/** A page of the rows found, and the cursor of the next one where more were found than it holds. */
function pageOf(
  env: Env,
  foundRuns: readonly ListedRun[],
  size: number,
  warnings: readonly Warning[],
): { items: RunItem[]; nextCursor: string | null } {
  const rows = foundRuns.slice(0, size);
  const last = rows.at(-1);
  const nextCursor = foundRuns.length > size && last ? encodeCursor([last.created_ms, last.run_id]) : null;
  return { items: rows.map((run) => runItemOf(run, policyOf(env), warnings)), nextCursor };
}

function pageHeaders(url: string, nextCursor: string | null): Record<string, string> {
  return { ...CACHE.live, ...(nextCursor === null ? {} : { link: nextLink(url, nextCursor) }) };
}

function readPosition(text: string | undefined, start: TimePosition): TimePosition {
  if (text === undefined) return start;
  const parts = decodeCursor(text, ['number', 'string']);
  if (!parts) throw invalidParameter('cursor', 'is not a cursor of this list');
  const [createdMs, runId] = parts as [number, string];
  return { createdMs, runId };
}

/** One filter at a time, because each has an index of its own; os and browser together are one. */
function readFilter(query: Record<string, string>): RunFilter {
  const { device, filesystem, os, browser } = query;
  const tooLong = ['device', 'filesystem', 'os', 'browser'].find(
    (name) => (query[name] ?? '').length > MAX_FILTER_CHARACTERS,
  );
  if (tooLong !== undefined) throw invalidParameter(tooLong, `is longer than ${MAX_FILTER_CHARACTERS} characters`);
  const givenFilters = ['device', 'filesystem', 'os'].filter((name) => query[name] !== undefined);
  if (givenFilters.length > 1 || (os === undefined) !== (browser === undefined)) {
    throw invalidParameter(
      givenFilters[1] ?? 'browser',
      'cannot be combined with the other filters',
      'Filter by device, by filesystem, or by os and browser together.',
    );
  }
  if (device !== undefined) return { by: 'device', value: device };
  if (filesystem !== undefined) return { by: 'filesystem', value: filesystem };
  if (os !== undefined && browser !== undefined) return { by: 'client', value: os, browser };
  return { by: 'time' };
}
