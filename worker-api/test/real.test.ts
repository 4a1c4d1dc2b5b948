import { RunUpload } from '@opfsmark/schema/api';
import { boardLayoutOf, METRIC_IDS, metricsOf } from '@opfsmark/schema/boards';
import { contradictions, FAMILY_IDS, figuresOf, ProfileId } from '@opfsmark/schema/families';
import { describe, expect, it } from 'vitest';
import { publish } from './client.ts';
import { DELETION_SHA256 } from './factory.ts';
import { REAL_RECORDS } from './real-records.ts';

/** The boards that a record stands on, where it was measured with the parameters of a profile. */
const LAYOUTS: Readonly<Record<string, string>> = {
  'chromium-quick': 'shared',
  'firefox-quick': 'per-worker',
  'node-quick': 'node',
  'node-direct': 'node-direct',
  'chromium-family-picked-folder': 'picked-folder',
  'chromium-family-picked-file': 'picked-file',
};

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

  it('stands on the boards of its kind, and on no other', () => {
    expect(boardLayoutOf(record) ?? undefined).toBe(LAYOUTS[name]);
    const metrics = metricsOf(record);
    expect(METRIC_IDS.some((id) => metrics[id] !== undefined)).toBe(LAYOUTS[name] !== undefined);
    expect(figuresOf(record).length).toBeGreaterThan(0);
  });
});

it("a mix whose reads memory answered is partly from memory, and never called the drive's", () => {
  const mixes = REAL_RECORDS.flatMap(([, record]) => figuresOf(record)).filter(({ id }) => id.endsWith(' mix'));
  const from = new Set(mixes.map(({ read_from }) => read_from));
  expect(from).toContain('mixed');
  expect(from).not.toContain('drive');
});
