import { createMiddleware } from 'hono/factory';
import type { AppEnv, Db } from '../base/env.ts';

interface Meter {
  rowsRead: number;
  rowsWritten: number;
  calls: number;
}

/** For measurements only: reports in Server-Timing what D1 counted for this request until it was answered. */
export const metering = createMiddleware<AppEnv>(async (c, next) => {
  if (c.env.METER_D1 !== '1') return next();
  const meter: Meter = { rowsRead: 0, rowsWritten: 0, calls: 0 };
  c.env = { ...c.env, DB: meteredDatabase(c.env.DB, meter) };
  await next();
  const { rowsRead, rowsWritten, calls } = meter;
  c.res.headers.set(
    'server-timing',
    `rows-read;dur=${rowsRead}, rows-written;dur=${rowsWritten}, d1-calls;dur=${calls}`,
  );
});

/** Adds what D1 counted for one result. */
function addTo<T>(meter: Meter, result: D1Result<T>): D1Result<T> {
  meter.rowsRead += result.meta.rows_read;
  meter.rowsWritten += result.meta.rows_written;
  return result;
}

/** The same database, counting. Each wrapped statement remembers the real one, because a batch needs that. */
export function meteredDatabase(db: D1Database, meter: Meter): D1Database {
  const realStatements = new WeakMap<object, D1PreparedStatement>();

  const meteredStatement = (statement: D1PreparedStatement): D1PreparedStatement => {
    const run = async <T>() => {
      meter.calls++;
      return addTo(meter, await statement.all<T>());
    };
    const outer = new Proxy(statement, {
      get(_, name) {
        if (name === 'bind') return (...values: unknown[]) => meteredStatement(statement.bind(...values));
        if (name === 'all' || name === 'run') return run;
        if (name === 'first') {
          return async (column?: string) => {
            const row = (await run<Record<string, unknown>>()).results[0];
            return row === undefined ? null : column === undefined ? row : row[column];
          };
        }
        return undefined;
      },
    });
    realStatements.set(outer, statement);
    return outer;
  };

  const meteredDb = <T extends Db>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        if (name === 'prepare') return (sql: string) => meteredStatement(target.prepare(sql));
        if (name === 'batch') {
          return async (statements: D1PreparedStatement[]) => {
            meter.calls++;
            const results = await target.batch(
              statements.map((statement) => realStatements.get(statement) ?? statement),
            );
            return results.map((result) => addTo(meter, result));
          };
        }
        if (name === 'withSession') return (bookmark: string) => meteredDb(db.withSession(bookmark));
        if (name === 'getBookmark') return () => (target as D1DatabaseSession).getBookmark();
        return undefined;
      },
    });
  return meteredDb(db);
}
