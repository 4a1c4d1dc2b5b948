import { env } from 'cloudflare:workers';
import { RunReceipt } from '@opfsmark/schema/api';
import { metricsOf } from '@opfsmark/schema/boards';
import { contradictions, isRecordOf } from '@opfsmark/schema/families';
import { REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';
import { DELETION_SHA256 } from '@opfsmark/schema/test-support/upload';
import { makePickedFileUpload, makePickedUpload } from '@opfsmark/schema/test-support/upload-families';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '../src/base/days.ts';
import { countCohort } from '../src/boards/cohort.ts';
import { refuseContradictions, suspicionsOf } from '../src/intake/upload.ts';
import { selectCohortsByPrefix } from '../src/store/cohorts.ts';
import { readMembers } from '../src/store/members.ts';
import { COUNTS_ROWS, ask, BOARD, publish, put, readBoard, rowsOf } from './client.ts';
import { startEmpty } from './empty.ts';
import { OPERATIONS, PICKED_OPERATIONS } from './forger/operations.ts';
import { expectNoRank, FORGED_ONCE, outcomeOf, unnoticed } from './forger/outcome.ts';
import { forgeries } from './forgeries.ts';
import { countGhosts } from './recount.ts';
import { makeUpload, publishFromNetworks, publishTicketed, mature, ticketed } from './runs.ts';

describe('broken identities', () => {
  it('every forged run is refused or held', () => {
    const all = forgeries('quick', 'kinds');
    expect(all.length).toBeGreaterThanOrEqual(200);
    expect(unnoticed(all)).toEqual([]);
  });

  it('no run as the factory makes them is', () => {
    for (let seed = 0; seed < 12; seed++) {
      const { record } = makeUpload({ seed, profile: seed % 2 === 0 ? 'quick' : 'nvme', speed: 0.1 + seed / 3 });
      expect(contradictions(record)).toEqual([]);
      expect(suspicionsOf(record, metricsOf(record))).toEqual([]);
    }
  });

  it('no run on a picked folder or file is', () => {
    const folders = Array.from({ length: 8 }, (_, n) =>
      makePickedUpload({ speed: n + 1, plan: { random_reads: 250 * (n + 1) } }),
    );
    for (const { record } of [...folders, makePickedFileUpload()]) {
      expect(() => refuseContradictions(record)).not.toThrow();
      expect(suspicionsOf(record, metricsOf(record))).toEqual([]);
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

  async function rankedOn(id = BOARD) {
    return (await readBoard(id)).rows;
  }
  /** All that is said of ranked rows but how many runs there are: those of new networks are among them. */
  const rankedRows = async () => (await rankedOn()).map((row) => ({ ...row, runs: null }));
  const rowOf = async (key: string, id = BOARD) => (await rankedOn(id)).find((row) => row.key === key);

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

  const NO_NAMES = { device: { name: '', isRejected: false }, drive: { name: '', isRejected: false } };

  /** Votes by operating system, confirmed or not, for one metric. */
  async function votesForSystems(): Promise<number> {
    const cuts = (await selectCohortsByPrefix(env.DB, 'os|', 100)).map(({ cut }) => cut);
    const { runs } = await readMembers(env.DB, cuts);
    const counts = cuts.flatMap((cut) => {
      const policy = { minProviders: 1, waitingMs: 0, minSpanMs: 0, maxMonths: 24 };
      const { cohort } = countCohort(cut, runs.get(cut) ?? [], NO_NAMES, policy, Date.now());
      return cohort.metrics.seq1m_q8t1_write?.counts ?? [];
    });
    return counts.reduce((sum, [, n]) => sum + n, 0);
  }

  describe('one network', () => {
    it('that publishes runs of one machine as twelve devices ranks none and has one vote elsewhere', async () => {
      const rig_id = '0NEMACH1NE0NER1G';
      const [before, votes] = [await rankedOn(), await votesForSystems()];
      for (let n = 0; n < 12; n++) {
        await publishTicketed(makeUpload({ declared: { device: `Costume ${n}`, filesystem: 'ZFS' }, rig_id }), 70);
      }
      await mature();
      expect(await rankedOn()).toEqual(before);
      expect(await rankedOn('browser.seq1m_q8t1_write.shared')).toEqual([]);
      expect(await votesForSystems()).toBe(votes + 1);
      expect(await countGhosts(env.DB)).toBe(0);
    });

    it.each(['a faster drive, every identity kept', 'faster writes, every identity kept'])(
      '%s: neither 3, 20 nor 25 times as fast ranks, nor moves what is ranked',
      async (name) => {
        const device = `Aim of ${name.split(',')[0]}`;
        await publishFromNetworks(3, (i) => makeUpload({ declared: { device }, speed: 1 + i / 50 }), 100);
        const before = await rankedRows();
        expect(before.map((row) => row.subject.name)).toContain(device);
        for (const factor of [3, 20, 25]) {
          for (const target of [device, `New ${factor}`]) {
            const record = realOf('chromium-quick');
            if (!isRecordOf(record, 'matrix')) throw new Error('is of another family');
            OPERATIONS[name]?.forge(record, { factor, where: 0, other: record });
            Object.assign(record, { started_at: new Date().toISOString(), wall_ms: Math.max(record.wall_ms, 200_000) });
            const upload = await ticketed({ record, declared: { device: target }, deletion_sha256: DELETION_SHA256 });
            expect((await put(upload.ticket.run_id, upload, {})).status).toBeLessThan(500);
          }
        }
        await mature();
        expect(await rankedRows()).toEqual(before);
      },
    );
  });

  it('the command line on a file system in memory is held and never ranks', async () => {
    const declared = { device: 'Memory Folder' };
    const environment = {
      engine: 'node',
      client: { browser: { family: 'node', major: 24 }, os: { family: 'linux', major: null } },
      clock_step_ns: 40,
    } as const;
    const nowMs = Date.now();
    for (let i = 0; i < 4; i++) {
      vi.setSystemTime(nowMs - (9 - i) * DAY_MS);
      const { status, reasons } = await publishTicketed(
        makeUpload({ declared, environment, keptInMemory: true }),
        400 + i,
      );
      expect([status, reasons.length > 0]).toEqual(['held', true]);
    }
    vi.setSystemTime(nowMs);
    await mature();
    expect(await rowOf('memory-folder', 'device.seq1m_q8t1_write.node')).toBeUndefined();
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
