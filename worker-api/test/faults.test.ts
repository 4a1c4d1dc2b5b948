import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { STANDARD_SEED, SUITE_VERSION, type RunUpload, type Ticket } from '@opfsmark/schema';
import { app } from '../src/app.ts';
import { randomId } from '../src/base/crypto.ts';
import { issueTicket } from '../src/intake/ticket.ts';
import { makeUpload } from './factory.ts';

/** How a call to the database goes wrong. */
type Fault =
  /** It never arrives. */
  | 'refused'
  /** It is done, and the answer gets lost. */
  | 'lost'
  /** One statement of a batch fails: the whole batch must be as if it had never been. */
  | { readonly statement: number };

const ERRORS = [
  'D1_ERROR: overloaded',
  'Network connection lost.',
  'D1_ERROR: Internal error',
  'storage operation exceeded timeout',
];

/** The real database; its call number `at` goes wrong. */
function faulty(
  at: number,
  fault: Fault,
  message: string,
): { db: D1Database; calls: () => number; batchSizes: number[] } {
  let calls = 0;
  const batchSizes: number[] = [];
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
    batch: (wanted: D1PreparedStatement[]) => {
      const real = wanted.map((one) => statements.get(one) ?? one);
      if (calls === at) batchSizes.push(real.length);
      if (typeof fault === 'object' && calls === at) {
        calls++;
        const broken = real.toSpliced(
          fault.statement,
          0,
          env.DB.prepare('INSERT INTO meta (key, value) VALUES (NULL, NULL)'),
        );
        return env.DB.batch(broken);
      }
      return guard(() => env.DB.batch(real));
    },
    withSession: () => db,
    getBookmark: () => null,
  } as unknown as D1Database;
  return { db, calls: () => calls, batchSizes };
}

async function put(db: D1Database, runId: string, upload: object): Promise<number> {
  const context = createExecutionContext();
  const request = new Request(`https://opfsmark.test/api/v1/runs/${runId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(upload),
  });
  const { status } = await app.fetch(request, { ...env, DB: db }, context);
  await waitOnExecutionContext(context);
  return status;
}

async function trustedUpload(rig_id: string): Promise<{ runId: string; upload: RunUpload & { ticket: Ticket } }> {
  const ticket = await issueTicket(env.DB, { suite: SUITE_VERSION, plan_seed: STANDARD_SEED }, Date.now() - 3600_000);
  return {
    runId: ticket.run_id,
    upload: { ...makeUpload({ declared: { device: `Fault ${rig_id}` }, rig_id }), ticket },
  };
}

/** What one run must leave, whatever went wrong on the way: one row each, one vote, counted once. */
async function footprint(runId: string, device: string): Promise<object> {
  const one = (sql: string, value: string) => env.DB.prepare(sql).bind(value).first<number>('n');
  return {
    runs: await one('SELECT count(*) AS n FROM run WHERE run_id = ?1', runId),
    payloads: await one('SELECT count(*) AS n FROM run_payload WHERE run_id = ?1', runId),
    votes: await one('SELECT count(*) AS n FROM rig_vote WHERE cut = ?1', `d|1.shared|${device}`),
    counted: await one(`SELECT counts ->> '/runs' AS n FROM cell WHERE cut = ?1`, `d|1.shared|${device}`),
  };
}

const NOTHING = { runs: 0, payloads: 0, votes: 0, counted: null };
const ONCE = { runs: 1, payloads: 1, votes: 1, counted: 1 };

/** Sends with the fault, sends again without: true where nothing was half-written and the end is as if nothing had been. */
async function survives(at: number, fault: Fault, message: string): Promise<boolean> {
  const rig = randomId();
  const device = `fault-${rig.toLowerCase()}`;
  const { runId, upload } = await trustedUpload(rig);
  const status = await put(faulty(at, fault, message).db, runId, upload);
  const after = JSON.stringify(await footprint(runId, device));
  const acknowledged = status === 200 || status === 201;
  const whole = after === JSON.stringify(ONCE) || (!acknowledged && after === JSON.stringify(NOTHING));
  const again = await put(env.DB, runId, upload);
  const end = JSON.stringify(await footprint(runId, device));
  const right =
    whole && (acknowledged || status === 503) && (again === 200 || again === 201) && end === JSON.stringify(ONCE);
  if (!right) console.log(JSON.stringify({ at, fault, message, status, after, again, end }));
  return right;
}

it('an upload ends right whichever call or statement fails, and however', async () => {
  const first = await trustedUpload(randomId());
  const counting = faulty(-1, 'refused', '');
  expect(await put(counting.db, first.runId, first.upload)).toBe(201);
  const cases: [number, Fault, string][] = [];
  for (let at = 0; at < counting.calls(); at++) {
    for (const message of ERRORS) cases.push([at, 'refused', message], [at, 'lost', message]);
    const probe = faulty(at, 'refused', 'probe');
    const { runId, upload } = await trustedUpload(randomId());
    await put(probe.db, runId, upload);
    for (const size of probe.batchSizes) {
      for (let statement = 0; statement <= size; statement++) cases.push([at, { statement }, 'constraint']);
    }
  }
  let right = 0;
  for (const [at, fault, message] of cases) if (await survives(at, fault, message)) right++;
  console.log(`PROOF faults ${JSON.stringify({ cases: cases.length, right })}`);
  expect(right).toBe(cases.length);
}, 300_000);
