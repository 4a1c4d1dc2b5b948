import { env } from 'cloudflare:workers';
import { RunReceipt } from '@opfsmark/schema/api';
import { metricsOf } from '@opfsmark/schema/boards';
import { contradictions, isRecordOf } from '@opfsmark/schema/families';
import { REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';
import { DELETION_SHA256 } from '@opfsmark/schema/test-support/upload';
import { makePickedFileUpload, makePickedUpload } from '@opfsmark/schema/test-support/upload-families';
import { beforeAll, describe, expect, it } from 'vitest';
import { refuseContradictions, suspicionsOf } from '../src/intake/upload.ts';
import { COUNTS_ROWS, ask, publish, put, readBoard, rowsOf } from './client.ts';
import { startEmpty } from './empty.ts';
import { OPERATIONS, PICKED_OPERATIONS } from './forger/operations.ts';
import { expectNoRank, FORGED_ONCE, outcomeOf, unnoticed } from './forger/outcome.ts';
import { forgeries } from './forgeries.ts';
import { makeUpload, publishTicketed, ticketed } from './runs.ts';

describe('broken identities', () => {
  it('every forged run is refused or does not count', () => {
    const some = forgeries('quick', 'one');
    expect(some.length).toBeGreaterThanOrEqual(35);
    expect(unnoticed(some)).toEqual([]);
  });

  it('no run as the factory makes them is', () => {
    for (let seed = 0; seed < 12; seed++) {
      const { record } = makeUpload({ seed, profile: seed % 2 === 0 ? 'quick' : 'nvme', speed: 0.1 + seed / 3 });
      expect(contradictions(record)).toEqual([]);
      expect(suspicionsOf({ record, metrics: refuseContradictions(record) })).toEqual([]);
    }
  });

  it('no run on a picked folder or file is', () => {
    const folders = Array.from({ length: 8 }, (_, n) =>
      makePickedUpload({ speed: n + 1, plan: { random_reads: 250 * (n + 1) } }),
    );
    for (const { record } of [...folders, makePickedFileUpload()]) {
      expect(suspicionsOf({ record, metrics: refuseContradictions(record) })).toEqual([]);
    }
  });
});

describe('forged records', () => {
  beforeAll(startEmpty);

  it.each(FORGED_ONCE)('of a record from %s: %s does not rank', async (_, name, record) => {
    await expectNoRank(name, record, [2.7]);
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
});

describe('attacks', () => {
  beforeAll(startEmpty);

  function realOf(name: string) {
    const record = REAL_RECORDS.find(([recordName]) => recordName === name)?.[1];
    if (!record) throw new Error(`no real record ${name}`);
    return structuredClone(record);
  }

  describe('a forged run on a picked folder', () => {
    it.each(Object.entries(PICKED_OPERATIONS).filter(([name]) => name !== 'the same result under another name'))(
      '%s does not rank',
      async (name, forge) => {
        for (const factor of [2, 11.9, 60]) {
          const record = realOf('chromium-family-picked-folder');
          if (!isRecordOf(record, 'picked-folder')) throw new Error('is of another family');
          forge(record, { factor, where: 0.4, other: record });
          Object.assign(record, { started_at: new Date().toISOString(), wall_ms: Math.max(record.wall_ms, 200_000) });
          const upload = await ticketed({ record, declared: { device: name }, deletion_sha256: DELETION_SHA256 });
          const response = await put(upload.ticket.run_id, upload, {});
          const { status, trust } =
            response.status === 201 ? RunReceipt.parse(await response.json()) : { status: 'refused', trust: 0 };
          expect([status, trust], `${factor}`).not.toEqual(['published', 1]);
        }
      },
    );
  });

  it('the command line on a file system in memory never counts', async () => {
    const declared = { device: 'Memory Folder' };
    const environment = {
      engine: 'node',
      client: { browser: { family: 'node', major: 24 }, os: { family: 'linux', major: null } },
      clock_step_ns: 40,
    } as const;
    const receipt = await publishTicketed(makeUpload({ declared, environment, keptInMemory: true }), 400);
    expect(receipt).toMatchObject({
      status: 'published',
      trust: 0,
      unranked_because: ['flush_does_nothing', 'faster_than_memory'],
    });
    const { rows, recent } = await readBoard('device.seq1m_q8t1_write.node');
    expect(rows).toEqual([]);
    expect(recent).toMatchObject([{ run_id: receipt.run_id, suspected: 'flush_does_nothing' }]);
  });

  it.runIf(COUNTS_ROWS)('the sitemap reads devices that are listed, and no others', async () => {
    for (let n = 0; n < 10; n++) await publish(makeUpload({ declared: { device: `Unlisted ${n}` } }));
    const response = await ask('/sitemap.xml', {}, { METER_D1: '1' });
    const text = await response.text();
    expect(text).not.toContain('unlisted');
    const { results: listedDevices } = await env.DB.prepare(
      "SELECT slug FROM device WHERE status IN ('confirmed', 'approved')",
    ).all<{ slug: string }>();
    for (const { slug } of listedDevices) expect(text).toContain(`/device/${encodeURIComponent(slug)}<`);
    expect(rowsOf(response).read).toBeLessThanOrEqual(listedDevices.length + 1);
  });
});
