import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { RunUpload, Ticket } from '@opfsmark/schema/api';
import { type Problem, randomId } from '@opfsmark/schema/documents';
import { expect, vi } from 'vitest';
import { countPending } from '../src/aggregation/count.ts';
import { app } from '../src/app.ts';
import { makeSmallUpload, ticketed } from './runs.ts';

/** How a call to the database fails. */
type Fault =
  /** It never arrives. */
  | 'refused'
  /** It is done, and the answer gets lost. */
  | 'lost'
  /** One statement of a batch fails: the whole batch must be as if it had never been. */
  | { readonly statement: number };

const TRANSIENT = [
  'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
  'Network connection lost.',
  'D1_ERROR: Internal error in D1 DB storage caused object to be reset.',
  'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
];
const PERMANENT = 'D1_ERROR: no such column: nowhere at offset 7: SQLITE_ERROR';

/** The real database, of which one call fails. */
function faulty(
  at: number,
  fault: Fault,
  message: string,
): { db: D1Database; calls: () => number; batchSizes: ReadonlyMap<number, number> } {
  let calls = 0;
  const batchSizes = new Map<number, number>();
  const statements = new WeakMap<object, D1PreparedStatement>();
  const guard = async <T>(real: () => Promise<T>): Promise<T> => {
    if (calls++ !== at) return real();
    if (fault === 'lost') await real();
    throw new Error(message);
  };
  const wrapStatement = (statement: D1PreparedStatement): D1PreparedStatement => {
    const outer = {
      bind: (...values: unknown[]) => wrapStatement(statement.bind(...values)),
      all: () => guard(() => statement.all()),
      run: () => guard(() => statement.run()),
      first: (column?: string) => guard(() => (column === undefined ? statement.first() : statement.first(column))),
    } as unknown as D1PreparedStatement;
    statements.set(outer, statement);
    return outer;
  };
  const db = {
    prepare: (sql: string) => wrapStatement(env.DB.prepare(sql)),
    batch: (wrappers: D1PreparedStatement[]) => {
      const realStatements = wrappers.map((one) => statements.get(one) ?? one);
      batchSizes.set(calls, realStatements.length);
      if (typeof fault === 'object' && calls === at) {
        calls++;
        const brokenBatch = realStatements.toSpliced(
          fault.statement,
          0,
          env.DB.prepare('INSERT INTO meta (key, value) VALUES (NULL, NULL)'),
        );
        return env.DB.batch(brokenBatch);
      }
      return guard(() => env.DB.batch(realStatements));
    },
    withSession: () => db,
    getBookmark: () => null,
  } as unknown as D1Database;
  return { db, calls: () => calls, batchSizes };
}

/** The status of the answer, and the problem's kind where it is one. */
async function put(db: D1Database, runId: string, upload: object): Promise<{ status: number; kind: string }> {
  const context = createExecutionContext();
  const request = new Request(`https://opfsmark.test/api/v1/runs/${runId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(upload),
  });
  const response = await app.fetch(request, { ...env, DB: db, MAX_PROVIDER_BYTES_PER_DAY: '1e9' }, context);
  await waitOnExecutionContext(context);
  const { type = '' } = await response.json<Partial<Problem>>();
  return { status: response.status, kind: type.split('/').at(-1) ?? '' };
}

async function trustedUpload(rig_id: string): Promise<{ runId: string; upload: RunUpload & { ticket: Ticket } }> {
  const upload = await ticketed(makeSmallUpload({ declared: { device: `Fault ${rig_id}` }, rig_id }));
  return { runId: upload.ticket.run_id, upload };
}

/** The rows that a run has left in the database. */
async function footprint(runId: string, device: string): Promise<object> {
  const document = await env.DB.prepare('SELECT document FROM run WHERE run_id = ?1')
    .bind(runId)
    .first<string>('document');
  const one = (sql: string, value: string) => env.DB.prepare(sql).bind(value).first<number>('n');
  return {
    runs: await one('SELECT count(*) AS n FROM run WHERE run_id = ?1', runId),
    documents: document !== null && (await env.DOCUMENTS.head(`${runId}/${document}`)) ? 1 : 0,
    counted: await one('SELECT runs AS n FROM cohort WHERE cut = ?1', `device|2.shared|${device}`),
  };
}

const EMPTY_STORE = { runs: 0, documents: 0, counted: null };
const ONCE = { runs: 1, documents: 1, counted: 1 };

/** Sends with the fault, then without: true where nothing was half-written and the run counts once in the end. */
async function survives(at: number, fault: Fault, message: string): Promise<boolean> {
  const rig = randomId();
  const device = `fault-${rig.toLowerCase()}`;
  const { runId, upload } = await trustedUpload(rig);
  const first = await put(faulty(at, fault, message).db, runId, upload);
  const after = JSON.stringify(await footprint(runId, device));
  const isStored = (status: number) => status === 200 || status === 201;
  const isWhole = after === JSON.stringify(ONCE) || (!isStored(first.status) && after === JSON.stringify(EMPTY_STORE));
  const expected = TRANSIENT.includes(message) ? 'unavailable' : 'database-error';
  const again = await put(env.DB, runId, upload);
  await countPending(env, Date.now(), () => true);
  const end = JSON.stringify(await footprint(runId, device));
  const isRight =
    isWhole &&
    (isStored(first.status) || first.kind === expected) &&
    isStored(again.status) &&
    end === JSON.stringify(ONCE);
  if (!isRight) console.log(JSON.stringify({ at, fault, message, first, after, again, end }));
  return isRight;
}

/** A fault of one call of an upload. */
export interface FaultCase {
  readonly at: number;
  readonly fault: Fault;
  readonly message: string;
  /** Statements of the call; 0 where it is no batch. */
  readonly statements: number;
}

/** Every way in which one call of an upload can fail: each call, each statement of each batch. */
async function faultCases(): Promise<FaultCase[]> {
  const first = await trustedUpload(randomId());
  const counting = faulty(-1, 'refused', '');
  expect(await put(counting.db, first.runId, first.upload)).toMatchObject({ status: 201 });
  const cases: FaultCase[] = [];
  for (let at = 0; at < counting.calls(); at++) {
    // Each call with another of them: which messages are transient is tested elsewhere.
    const transient = TRANSIENT[at % TRANSIENT.length] ?? '';
    const statements = counting.batchSizes.get(at) ?? 0;
    const add = (fault: Fault, message: string) => cases.push({ at, fault, message, statements });
    add('refused', transient);
    add('lost', transient);
    add('refused', PERMANENT);
    for (let statement = 0; statements > 0 && statement <= statements; statement++) add({ statement }, PERMANENT);
  }
  return cases;
}

/** How many faults an upload survives, of those that are chosen. */
export async function countSurvived(
  isChosen: (fault: FaultCase) => boolean,
): Promise<{ readonly cases: number; readonly right: number }> {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const cases = (await faultCases()).filter(isChosen);
  let rightCount = 0;
  for (const { at, fault, message } of cases) if (await survives(at, fault, message)) rightCount++;
  log.mockRestore();
  return { cases: cases.length, right: rightCount };
}
