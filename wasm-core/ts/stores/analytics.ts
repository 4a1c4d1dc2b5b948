import {
  ANALYTICS_ROUNDS,
  ANALYTICS_STEPS,
  type AnalyticsStep,
  type AppStorageAnalytics,
} from '@opfsmark/schema/families/app-storage/schema';
import { MIB } from '@opfsmark/schema/documents';
import { WrongContent } from './loop.ts';
import type { AppStore, Maybe, SqlTables } from './store.ts';

const TABLE = 'sale';
const COLUMNS = { id: 'INTEGER', day: 'INTEGER', shop: 'TEXT', person: 'INTEGER', cents: 'INTEGER' } as const;
const [DAYS, SHOPS, PERSONS, MAX_CENTS] = [365, 20, 10_000, 10_000];
const TOP = 10;
const ASKED_SHOP = 'shop 7';

const SCAN = `SELECT day % 7, count(*), CAST(sum(cents) AS BIGINT) FROM ${TABLE} GROUP BY 1 ORDER BY 1`;
const MOST = `SELECT person, CAST(sum(cents) AS BIGINT) FROM ${TABLE} WHERE shop = '${ASKED_SHOP}' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${TOP}`;
const COUNT = `SELECT count(*) FROM ${TABLE}`;

/** Memory for a million texts of 100 bytes, which are to be sorted. */
const SPILL_BYTES = 64 * MIB;
const SPILL_ROWS = 1_000_000;
const NUMBERS = 'SELECT a.n + 10 * b.n + 100 * c.n + 1000 * e.n + 10000 * f.n + 100000 * g.n FROM';
/** Another order than that in which they are made; the number behind the last text must be that of all. */
const SORT = `WITH d(n) AS (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)), r(i) AS (${NUMBERS} d a, d b, d c, d e, d f, d g)
  SELECT max(place) FROM (SELECT row_number() OVER (ORDER BY body) AS place FROM
  (SELECT CAST(CAST(i AS BIGINT) * 7919 % 1000003 AS VARCHAR) || '${'x'.repeat(94)}' AS body FROM r))`;

interface Sale {
  readonly day: number;
  readonly shop: string;
  readonly person: number;
  readonly cents: number;
}

/** The same rows for all, from the seed (xorshift32). */
function* salesOf(seed: number, rows: number): Generator<Sale> {
  let state = seed | 0 || 1;
  const below = (count: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % count;
  };
  for (let row = 0; row < rows; row++) {
    yield { day: below(DAYS), shop: `shop ${below(SHOPS)}`, person: below(PERSONS), cents: below(MAX_CENTS) };
  }
}

type Numbers = readonly (readonly number[])[];

interface Work {
  readonly csv: string;
  readonly scan: Numbers;
  readonly top: Numbers;
}

/** The rows as an app downloads them, and the right answers. */
function workOf(seed: number, rows: number): Work {
  const lines = [Object.keys(COLUMNS).join(',')];
  const days = Array.from({ length: 7 }, (_, day) => [day, 0, 0] as [number, number, number]);
  const persons = new Map<number, number>();
  for (const { day, shop, person, cents } of salesOf(seed, rows)) {
    lines.push(`${lines.length - 1},${day},${shop},${person},${cents}`);
    const total = days[day % 7];
    if (total) [total[1], total[2]] = [total[1] + 1, total[2] + cents];
    if (shop === ASKED_SHOP) persons.set(person, (persons.get(person) ?? 0) + cents);
  }
  const top = [...persons].sort(([a, x], [b, y]) => y - x || a - b).slice(0, TOP);
  return { csv: lines.join('\n'), scan: days.filter(([, count]) => count > 0), top };
}

const isSame = (a: Numbers, b: Numbers) => JSON.stringify(a) === JSON.stringify(b);
const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 400);

type Step = AppStorageAnalytics['steps'][number];

/** Times a step, so often; an error ends it and is told. */
async function timeStep(step: AnalyticsStep, rounds: number, work: () => Maybe<void>): Promise<Step> {
  const elapsed: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const startMs = performance.now();
      await work();
      elapsed.push(Math.round((performance.now() - startMs) * 1e6));
    }
  } catch (error) {
    return { step, elapsed_ns: [], error: textOf(error) };
  }
  return { step, elapsed_ns: elapsed };
}

async function expectAnswer(sql: SqlTables, question: string, expected: Numbers): Promise<void> {
  const answer = await sql.ask(question);
  if (!isSame(answer, expected)) throw new WrongContent(`${JSON.stringify(answer)} is not the answer`.slice(0, 400));
}

/** Said as soon as it is over. */
export type OnStep = (step: Step) => void;

/** Imports, asks, and sorts more than fits. The store stays open. */
export async function analyse(store: AppStore, seed: number, rows: number, onStep: OnStep): Promise<null> {
  const { sql } = store;
  if (!sql) return null;
  const { csv, scan, top } = workOf(seed, rows);
  onStep(await timeStep('import', 1, () => sql.importCsv(TABLE, COLUMNS, csv)));
  onStep(await timeStep('scan', ANALYTICS_ROUNDS, () => expectAnswer(sql, SCAN, scan)));
  onStep(await timeStep('top', ANALYTICS_ROUNDS, () => expectAnswer(sql, MOST, top)));
  const spill = async () => {
    await sql.limitMemory(SPILL_BYTES);
    await expectAnswer(sql, SORT, [[SPILL_ROWS]]);
  };
  onStep(await timeStep('spill', 1, spill));
  return null;
}

/** What is there after the worker was ended. */
export type AnalyticsLeft = Pick<AppStorageAnalytics, 'kept' | 'stored_bytes'>;

interface Again {
  open(): Promise<AppStore>;
  storedBytes(): Promise<number>;
  onStep: OnStep;
}

/** The first answer of a worker after the one that was ended, and what is there. Closes the store. */
export async function analyseAgain(
  { open, storedBytes, onStep }: Again,
  seed: number,
  rows: number,
): Promise<AnalyticsLeft | null> {
  const { scan } = workOf(seed, rows);
  const opened: AppStore[] = [];
  const reopen = async () => {
    const store = await open();
    opened.push(store);
    if (store.sql) await expectAnswer(store.sql, SCAN, scan);
  };
  onStep(await timeStep('reopen', 1, reopen));
  const [store] = opened;
  if (!store?.sql) return null;
  const count = async (sql: SqlTables) => (await sql.ask(COUNT))[0]?.[0] ?? 0;
  // Where there is no table any more nothing is left.
  const kept = await count(store.sql).catch(() => 0);
  onStep(await timeStep('checkpoint', 1, () => store.flush()));
  await store.close();
  return { kept, stored_bytes: await storedBytes() };
}

/** Steps in their order; the first that is missing is the one that `failure` ended. */
export function withFailure(steps: readonly Step[], failure: string | null): Step[] {
  const missing = ANALYTICS_STEPS.find((id) => !steps.some(({ step }) => step === id));
  const told = failure === null || !missing ? [] : [{ step: missing, elapsed_ns: [], error: failure.slice(0, 400) }];
  return [...steps, ...told];
}
