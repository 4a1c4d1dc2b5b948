import { evidenceToRank } from '@opfsmark/schema/evidence';
import { contradictions, type RunRecord } from '@opfsmark/schema/families';
import { expect, it } from 'vitest';
import { makePickedUpload } from './factory-picked.ts';
import { makeUpload } from './factory.ts';
import { REAL_RECORDS } from './real-records.ts';

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
