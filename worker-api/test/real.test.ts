import { describe, expect, it } from 'vitest';
import { AnyUpload, FAMILY_IDS, isFamilyRecord, ProfileId, type AnyRecord } from '@opfsmark/schema/families';
import { metricsOf, scopeOf } from '../src/boards/metrics.ts';
import { deriveJobs } from '../src/views/derived.ts';
import { publish } from './client.ts';

const FILES = import.meta.glob<AnyRecord>('../proof/real/*-*.json', { eager: true, import: 'default' });
const RECORDS = Object.entries(FILES).map(
  ([path, record]) => [/([^/]+)\.json$/.exec(path)?.[1] ?? path, record] as const,
);

/** The boards that a record stands on, where it was measured with the parameters of a profile. */
const SCOPES: Readonly<Record<string, string>> = {
  'chromium-quick': '1.shared',
  'firefox-quick': '1.per-worker',
  'node-quick': '1.node',
  'chromium-family-picked-folder': '1.picked-folder',
  'chromium-family-picked-file': '1.picked-file',
};

it('there are records of every profile, every family, Firefox and the command line', () => {
  const names = RECORDS.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(SCOPES)));
  const asked = new Set(RECORDS.map(([, { plan }]) => (plan.family === 'matrix' ? plan.profile : plan.family)));
  expect([...asked]).toEqual(expect.arrayContaining([...ProfileId.options, ...FAMILY_IDS]));
  const engines = new Set(RECORDS.map(([, { environment }]) => environment.engine));
  expect([...engines].toSorted()).toEqual(['node', 'opfs-sync', 'picked-file', 'picked-folder']);
});

describe.each(RECORDS)('%s', (name, record) => {
  it('is taken and published', async () => {
    const upload = { record, declared: { device: 'A real machine', filesystem: 'ext4' as const } };
    expect(AnyUpload.safeParse(upload).error).toBeUndefined();
    expect(await publish(upload)).toMatchObject({ status: 'published', reasons: [] });
  });

  it('stands on the boards of its kind, and on no other', () => {
    expect(scopeOf(record)).toBe(SCOPES[name] ?? '');
    const metrics = Object.entries(metricsOf(record));
    expect(metrics.length > 0 || SCOPES[name] === undefined).toBe(true);
    expect(metrics.every(([, [value]]) => Number.isFinite(value) && value > 0)).toBe(true);
    if (!isFamilyRecord(record)) expect(deriveJobs(record).every((job) => job.figures.length > 0)).toBe(true);
  });
});
