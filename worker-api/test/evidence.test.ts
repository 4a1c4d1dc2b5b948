import { contradictions, evidenceToRank, isRecordOf, ProfileId, type RunRecord } from '@opfsmark/schema/families';
import { describe, expect, it } from 'vitest';
import { makePickedUpload } from '@opfsmark/schema/test-support/upload-families';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { OPERATIONS } from './forger/operations.ts';
import { REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';

const evidence = (record: RunRecord) => evidenceToRank(record, { declared: {}, cores: [], nowMs: Date.now() });

it.each(REAL_RECORDS)(
  '%s contradicts itself nowhere and, where it is a standard run, shows all that a rank needs',
  (_, record) => {
    expect(contradictions(record)).toEqual([]);
    expect(evidence(record).filter((reason) => reason !== 'changed_plan')).toEqual([]);
  },
);

it('made-up honest runs show all that a rank needs', () => {
  for (let seed = 0; seed < 20; seed++) {
    const { record } = makeUpload({ seed, profile: seed % 2 === 0 ? 'quick' : 'nvme', speed: 0.3 + seed / 12 });
    expect(contradictions(record)).toEqual([]);
    expect(evidence(record)).toEqual([]);
    const picked = makePickedUpload({ speed: 0.3 + seed / 12 }).record;
    expect(contradictions(picked)).toEqual([]);
    expect(evidence(picked)).toEqual([]);
  }
});

/** By how much floors are made quicker. */
const FACTORS = [2.7, 3, 5, 10, 20, 50, 100];

function reasonsOfForgedFloors(record: RunRecord, factor: number): readonly string[] {
  const own = structuredClone(record);
  if (!isRecordOf(own, 'matrix')) throw new Error('has no floors');
  OPERATIONS['floors made up']?.forge(own, { factor, where: 0, other: record });
  return evidence(own);
}

describe('floors that were made up are told from the reads from memory of the same run', () => {
  const withFloors = REAL_RECORDS.filter(([, { result }]) => result.family === 'matrix' && result.floors.length > 0);
  it.each(withFloors)('in %s', (_, record) => {
    for (const factor of FACTORS) expect(reasonsOfForgedFloors(record, factor), `${factor}`).toContain('floors_differ');
  });

  it.each(ProfileId.options)('in a made-up run of %s, at every speed', (profile) => {
    for (const speed of [0.2, 1, 2]) {
      const { record } = makeUpload({ profile, speed, seed: 1 });
      expect(evidence(record)).toEqual([]);
      for (const factor of FACTORS)
        expect(reasonsOfForgedFloors(record, factor), `${factor}`).toContain('floors_differ');
    }
  });
});

it('floors quicker than any copy are told without other reads to compare them with', () => {
  const { record } = makeUpload({ profile: 'demo' });
  for (const job of record.result.jobs) for (const pass of job.passes) pass.loop = 0;
  expect(evidence(record)).not.toContain('faster_than_memory');
  expect(reasonsOfForgedFloors(record, 100)).toContain('faster_than_memory');
});
