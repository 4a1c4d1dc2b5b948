import { afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { newRunId } from '@opfsmark/schema/documents';
import { ask, problemOf } from './client.ts';
import { startEmpty } from './empty.ts';
import { countSurvived } from './faults.ts';

describe('errors of the database', () => {
  beforeAll(startEmpty);

  /** A database that answers every statement with an error. */
  function failing(error: Error): D1Database {
    const statement = { bind: () => statement, first: () => Promise.reject(error) };
    return { prepare: () => statement } as unknown as D1Database;
  }

  let log: MockInstance<typeof console.error>;
  beforeEach(() => void (log = vi.spyOn(console, 'error').mockImplementation(() => undefined)));
  afterEach(() => log.mockRestore());

  describe('what D1 documents as transient is 503, to be tried again', () => {
    it.each([
      'D1_ERROR: D1 DB reset because its code was updated.',
      'D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.',
      'D1_ERROR: Network connection lost.',
      'Network connection lost.',
      'D1_ERROR: Internal error in D1 DB storage caused object to be reset.',
      'D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.',
      "D1_ERROR: Can't read from request stream because client disconnected.",
      'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
      'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
      'D1_ERROR: D1 DB is overloaded. Too many requests queued.',
      "D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
      'D1_ERROR: D1 DB exceeded its CPU time limit and was reset.',
      'D1_ERROR: NOT NULL constraint failed: cohort.version: SQLITE_CONSTRAINT',
      'D1_ERROR: disk I/O error: SQLITE_IOERR',
      'D1_ERROR: database is locked: SQLITE_BUSY',
      'D1_ERROR: attempt to write a readonly database: SQLITE_READONLY',
      'D1_ERROR: unable to open database file: SQLITE_CANTOPEN',
    ])('%s', async (message) => {
      const response = await ask('/api/v1/readyz', {}, { DB: failing(new Error(message)) });
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('2');
      expect((await problemOf(response)).type).toBe('/api/v1/problems/unavailable');
      expect(log).toHaveBeenCalledOnce();
    });
  });

  describe('a constraint or a mistake in a statement is 500 of its own kind, and is logged', () => {
    it.each([
      'D1_ERROR: CHECK constraint failed: length(slug) BETWEEN 1 AND 240: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_CHECK)',
      'D1_ERROR: UNIQUE constraint failed: run.run_id: SQLITE_CONSTRAINT',
      'D1_ERROR: no such table: nothing: SQLITE_ERROR',
      'D1_ERROR: near "SELEC": syntax error at offset 0: SQLITE_ERROR',
      "D1_TYPE_ERROR: Type 'undefined' not supported for value 'undefined'",
      'D1_EXEC_ERROR: Error in line 1',
      'D1_COLUMN_NOTFOUND: Column not found (nothing)',
    ])('%s', async (message) => {
      const response = await ask('/api/v1/readyz', {}, { DB: failing(new Error(message)) });
      expect(response.status).toBe(500);
      expect(response.headers.has('retry-after')).toBe(false);
      const problem = await problemOf(response);
      expect(problem.type).toBe('/api/v1/problems/database-error');
      expect(JSON.stringify(problem)).not.toContain(message);
      expect(JSON.parse(String(log.mock.calls[0]?.[0]))).toMatchObject({ message, problem: 'database-error' });
    });
  });

  it('the log has the route that was asked for, and no address: whoever has that of a group sees it', async () => {
    const id = newRunId();
    const DB = { withSession: () => failing(new Error('D1_ERROR: Network connection lost.')) } as unknown as D1Database;
    for (const path of [`/api/v1/groups/${id}`, `/api/v1/runs/${id}`, `/og/${id}.png`]) {
      expect((await ask(`${path}?lang=${id}`, {}, { DB })).status).toBe(503);
    }
    const lines = log.mock.calls.map(([line]) => String(line));
    expect(lines.map((line) => (JSON.parse(line) as { route: string }).route)).toEqual([
      '/api/v1/groups/:group_id',
      '/api/v1/runs/:file',
      expect.stringMatching(/^\/og\/:file/),
    ]);
    expect(lines.join()).not.toContain(id);
  });

  it('any other mistake is 500 too', async () => {
    const response = await ask('/api/v1/readyz', {}, { DB: failing(new TypeError('x is not a function')) });
    expect(response.status).toBe(500);
    expect((await problemOf(response)).type).toBe('/api/v1/problems/internal');
    expect(log).toHaveBeenCalledOnce();
  });
});

describe('faults of one call', () => {
  beforeAll(startEmpty);

  it('an upload ends right whichever batch is done and its answer lost, or fails at its end', async () => {
    const { cases, right } = await countSurvived(
      ({ fault, statements }) =>
        statements > 0 && (fault === 'lost' || (typeof fault === 'object' && fault.statement === statements)),
    );
    expect(cases).toBeGreaterThan(0);
    expect(right).toBe(cases);
  });
});

describe('statements', () => {
  const SOURCES = import.meta.glob<string>('../src/*/**/*.ts', { query: '?raw', eager: true, import: 'default' });
  const FILES = Object.entries(SOURCES).map(([path, text]) => ({ path: path.replace('../src/', ''), text }));

  it('SQL stands in store alone', () => {
    const isSql = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b.+\b(?:FROM|VALUES|SET|WHERE)\b/;
    const folders = FILES.filter(({ text }) => isSql.test(text)).map(({ path }) => path.split('/')[0]);
    expect([...new Set(folders)]).toEqual(['store']);
  });
});
