import { env } from 'cloudflare:workers';
import { RunReceipt, RunUpload } from '@opfsmark/schema/api';
import { boardLayoutOf } from '@opfsmark/schema/boards';
import { randomId } from '@opfsmark/schema/documents';
import { contradictions, type RunRecord } from '@opfsmark/schema/families';
import { REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';
import { DELETION_SHA256 } from '@opfsmark/schema/test-support/upload';
import { expect } from 'vitest';
import { ProblemError } from '../../src/base/problem.ts';
import { refuseContradictions, suspicionsOf } from '../../src/intake/upload.ts';
import { put } from '../client.ts';
import type { Forgery } from '../forgeries.ts';
import { ONCE, publishTicketed, ticketed } from '../runs.ts';
import { type Grid, OPERATIONS } from './operations.ts';

/** The identities that were broken without schema, contradictions or suspicions telling. */
export function unnoticed(all: readonly Forgery[]): string[] {
  const passedForgeries = all.filter(({ upload: { record }, upload }) => {
    if (contradictions(record).length > 0 || !RunUpload.safeParse(upload).success) return false;
    try {
      return suspicionsOf({ record, metrics: refuseContradictions(record) }).length === 0;
    } catch (error) {
      if (error instanceof ProblemError) return false;
      throw error;
    }
  });
  return passedForgeries.map(({ identity }) => identity);
}

const RECORDS = REAL_RECORDS.map(([, record]) => record);
/** The records that a forger starts from: public records that have boards. */
export const STANDARD = RECORDS.filter((record) => boardLayoutOf(record) !== null);

// Direct I/O has no floors to forge, and other tests: see evidence.test.ts.
const FORGED_RECORDS = STANDARD.filter(
  ({ family, environment }) => family === 'matrix' && environment.engine !== 'node-direct',
);

/** Forgeries that evidence must tell; where it shows all, that the run was published before must. */
const FORGED_NAMES = Object.entries(OPERATIONS)
  .filter(([, { isConsistent }]) => isConsistent === undefined)
  .map(([name]) => name);

type ForgedCase = readonly [browser: string, name: string, record: RunRecord];
const caseOf = (record: RunRecord, name: string): ForgedCase => [
  record.environment.client.browser.family,
  name,
  record,
];

/** Every forgery of each record. */
export const FORGED_CASES = FORGED_RECORDS.flatMap((record) => FORGED_NAMES.map((name) => caseOf(record, name)));

/** Every forgery once, of the records in turn. */
export const FORGED_ONCE = FORGED_NAMES.flatMap((name, index) => {
  const record = FORGED_RECORDS[index % FORGED_RECORDS.length];
  return record ? [caseOf(record, name)] : [];
});

/** Only so many records are real: the same one is published again. */
async function forgetResults(): Promise<void> {
  await env.DB.prepare("UPDATE run SET like_1 = '', like_2 = ''").run();
}

type Outcome = 'refused' | 'repeated' | 'held' | 'unranked' | 'rankable';

export async function outcomeOf(upload: RunUpload): Promise<Outcome> {
  const ticketedUpload = await ticketed(upload);
  const response = await put(ticketedUpload.ticket.run_id, ticketedUpload, {}, ONCE);
  expect(response.status).toBeLessThan(500);
  if (response.status === 409) return 'repeated';
  if (response.status !== 201) return 'refused';
  const { status, trust } = RunReceipt.parse(await response.json());
  return status === 'held' ? 'held' : trust === 1 ? 'rankable' : 'unranked';
}

export async function publishOriginals(records: readonly RunRecord[]): Promise<void> {
  await forgetResults();
  for (const record of records) {
    const upload = {
      record: { ...record, started_at: new Date().toISOString() },
      declared: { device: 'Public' },
      deletion_sha256: DELETION_SHA256,
    };
    await publishTicketed(upload, 0, ONCE);
  }
}

/** Forges a record by some factors, and expects that none of the results ranks. */
export async function expectNoRank(name: string, record: RunRecord, factors: readonly number[]): Promise<void> {
  const { forge: act, isRepeat } = OPERATIONS[name] ?? {};
  await (isRepeat ? publishOriginals([record]) : forgetResults());
  for (const factor of factors) {
    const copy = structuredClone(record) as Grid;
    act?.(copy, {
      factor,
      where: 0.4,
      other: RECORDS.find((one) => one.environment.engine !== record.environment.engine) ?? record,
    });
    const upload = {
      record: { ...copy, started_at: new Date().toISOString(), wall_ms: Math.max(copy.wall_ms, 200_000) },
      declared: { device: `Forged ${randomId()}` },
      deletion_sha256: DELETION_SHA256,
    };
    const outcome = await outcomeOf(upload);
    expect(outcome, `${name} ${factor}`).not.toBe('rankable');
    if (isRepeat) expect(outcome).toBe('repeated');
  }
}
