import { RunUpload } from '@opfsmark/schema/api';
import { boardLayoutOf, METRIC_IDS, metricsOf } from '@opfsmark/schema/boards';
import { bucketValueNs, PASS_KINDS, sum } from '@opfsmark/schema/documents';
import { contradictions, FAMILY_IDS, figuresOf, flagsOf, isRecordOf, ProfileId } from '@opfsmark/schema/families';
import { depthOf, fallsShort, latencyCounts, reachedDepth } from '@opfsmark/schema/figures';
import { describe, expect, it } from 'vitest';
import { publish } from './client.ts';
import { DELETION_SHA256 } from '@opfsmark/schema/test-support/upload';
import { REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';

/** The boards that a record stands on, where it was measured with the parameters of a profile. */
const LAYOUTS: Readonly<Record<string, string>> = {
  'chromium-quick': 'shared',
  'firefox-quick': 'per-worker',
  'node-quick': 'node',
  'node-direct': 'node-direct',
  'chromium-family-picked-folder': 'picked-folder',
  'chromium-family-picked-file': 'picked-file',
  'chromium-family-app-storage': 'app-storage',
  'chromium-family-sustained': 'sustained',
};

/** Of a sparse file, none of which is on a drive: nothing of it may be ranked as one. */
const OF_MEMORY: ReadonlySet<string> = new Set(['chromium-family-picked-file']);

it('there are records of every profile, every family, Firefox and the command line', () => {
  const names = REAL_RECORDS.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(LAYOUTS)));
  const asked = new Set(REAL_RECORDS.flatMap(([, { family, plan }]) => [family, plan.profile]));
  expect([...asked]).toEqual(expect.arrayContaining([...ProfileId.options, ...FAMILY_IDS]));
  const engines = new Set(REAL_RECORDS.map(([, { environment }]) => environment.engine));
  expect([...engines].toSorted()).toEqual(['node', 'node-direct', 'opfs-sync', 'picked-file', 'picked-folder']);
});

describe.each(REAL_RECORDS)('%s', (name, record) => {
  it('is taken and published', async () => {
    const declared = { device: 'A real machine', filesystem: 'ext4' as const };
    const upload = { record, declared, deletion_sha256: DELETION_SHA256 };
    expect(RunUpload.safeParse(upload).error).toBeUndefined();
    expect(contradictions(record)).toEqual([]);
    expect(await publish(upload)).toMatchObject({ status: 'published', reasons: [] });
  });

  it("obeys Little's law: its latencies, call by call, add up to the depth that is published, and that is flagged", () => {
    if (!isRecordOf(record, 'matrix')) return;
    const flags = flagsOf(record).filter(({ code }) => code === 'queue_depth_not_reached');
    for (const [index, job] of record.result.jobs.entries()) {
      const timed = job.passes.filter(
        ({ timing, loop, elapsed_ns }) => timing === 'each' && loop > 0 && elapsed_ns > 0,
      );
      for (const pass of timed) {
        const counts = (['read', 'write'] as const).map((side) => latencyCounts([pass], side));
        const inCallsNs = sum(counts.flatMap((own) => own.map((calls, bucket) => calls * bucketValueNs(bucket))));
        const calls = sum(counts.flat());
        const depth = depthOf(pass) ?? 0;
        // A bucket is known to 1/64, and what is shorter than the first one's end to half of that.
        const slack = depth / 64 + (calls * bucketValueNs(0)) / pass.elapsed_ns;
        expect(Math.abs(inCallsNs / pass.elapsed_ns - depth)).toBeLessThanOrEqual(slack + 1e-9);
        expect(depth).toBeLessThanOrEqual(1.001 * job.workers);
      }
      const lowest = Math.min(...PASS_KINDS.map((kind) => reachedDepth(job, kind) ?? Infinity));
      expect(flags.some((flag) => flag.job === index)).toBe(fallsShort(lowest, job));
    }
  });

  it('stands on the boards of its kind, and on no other', () => {
    expect(boardLayoutOf(record) ?? undefined).toBe(LAYOUTS[name]);
    const metrics = metricsOf(record);
    const isRanked = LAYOUTS[name] !== undefined && !OF_MEMORY.has(name);
    expect(METRIC_IDS.some((id) => metrics[id] !== undefined)).toBe(isRanked);
    expect(figuresOf(record).length).toBeGreaterThan(0);
  });
});

it("a mix whose reads memory answered is partly from memory, and never called the drive's", () => {
  const mixes = REAL_RECORDS.flatMap(([, record]) => figuresOf(record)).filter(({ id }) => id.endsWith(' mix'));
  const from = new Set(mixes.map(({ read_from }) => read_from));
  expect(from).toContain('mixed');
  expect(from).not.toContain('drive');
});
