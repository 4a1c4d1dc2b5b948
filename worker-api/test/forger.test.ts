import { randomId } from '@opfsmark/schema/documents';
import { describe, expect, it } from 'vitest';
import { RunReceipt, type RunUpload } from '@opfsmark/schema/api';
import { boardLayoutOf, metricsOf } from '@opfsmark/schema/boards';
import type { RunRecord } from '@opfsmark/schema/families';
import { forgetResults, NO_REFRESH, put } from './client.ts';
import { DELETION_SHA256, makeUpload } from './factory.ts';
import { forge } from './forger/forge.ts';
import { OPERATIONS, type Grid } from './forger/operations.ts';
import { REAL_RECORDS } from './real-records.ts';
import { publishTicketed, ticketed } from './trusted.ts';

const REAL = REAL_RECORDS.map(([, record]) => record);
/** What a forger starts from: public records that have boards. */
const STANDARD = REAL.filter((record) => boardLayoutOf(record) !== null);

type Outcome = 'refused' | 'repeated' | 'held' | 'unranked' | 'rankable';

async function outcomeOf(upload: RunUpload): Promise<Outcome> {
  const own = await ticketed(upload);
  const response = await put(own.ticket.run_id, own, {}, NO_REFRESH);
  expect(response.status).toBeLessThan(500);
  if (response.status === 409) return 'repeated';
  if (response.status !== 201) return 'refused';
  const { status, trust } = RunReceipt.parse(await response.json());
  return status === 'held' ? 'held' : trust === 1 ? 'rankable' : 'unranked';
}

it('of a hundred forgeries only those that keep every identity could be counted', async () => {
  await publishOriginals(STANDARD);
  const counted = new Map<string, number>();
  const passed: string[] = [];
  for (const { name, isConsistent, upload } of forge(STANDARD, 100, 1)) {
    const outcome = await outcomeOf(upload);
    counted.set(outcome, (counted.get(outcome) ?? 0) + 1);
    if (outcome === 'rankable' && !isConsistent) passed.push(name);
  }
  console.log(`forgeries: ${JSON.stringify(Object.fromEntries(counted))}`);
  expect(passed).toEqual([]);
});

async function publishOriginals(records: readonly RunRecord[]): Promise<void> {
  await forgetResults();
  for (const record of records) {
    const upload = {
      record: { ...record, started_at: new Date().toISOString() },
      declared: { device: 'Public' },
      deletion_sha256: DELETION_SHA256,
    };
    await publishTicketed(upload, 0, NO_REFRESH);
  }
}

// Direct I/O has no floors to forge, and other tests: see evidence-engines.test.ts.
describe.each(
  STANDARD.filter(({ family, environment }) => family === 'matrix' && environment.engine !== 'node-direct').map(
    (record) => [record.environment.client.browser.family, record] as const,
  ),
)('of a record from %s', (_, record) => {
  const forged = Object.entries(OPERATIONS).filter(([, { isConsistent }]) => isConsistent === undefined);
  it.each(forged)('%s does not rank', async (name, { forge: act, isRepeat }) => {
    // Evidence must tell it, or where it shows all, that it was published before.
    await (isRepeat ? publishOriginals([record]) : forgetResults());
    for (const factor of [2.7, 3, 20, 25, 100]) {
      const own = structuredClone(record) as Grid;
      act(own, {
        factor,
        where: 0.4,
        other: REAL.find((one) => one.environment.engine !== record.environment.engine) ?? record,
      });
      const upload = {
        record: { ...own, started_at: new Date().toISOString(), wall_ms: Math.max(own.wall_ms, 200_000) },
        declared: { device: `Forged ${randomId()}` },
        deletion_sha256: DELETION_SHA256,
      };
      const outcome = await outcomeOf(upload);
      expect(outcome, `${name} ${factor}`).not.toBe('rankable');
      if (isRepeat) expect(outcome).toBe('repeated');
    }
  });
});

describe.each(['drive-and-memory', 'as-is'] as const)('where reads are %s', (cache) => {
  it("floors that were made up let no read from memory rank as the drive's", async () => {
    for (const factor of [2.7, 20, 100]) {
      const upload = makeUpload({ plan: { cache }, declared: { device: 'Forged' } });
      OPERATIONS['floors made up']?.forge(upload.record, { factor, where: 0, other: upload.record });
      if (cache === 'as-is') {
        expect(Object.keys(metricsOf(upload.record)).filter((id) => id.endsWith('_read'))).toEqual([]);
      }
      expect(await outcomeOf(upload)).not.toBe('rankable');
    }
  });
});
