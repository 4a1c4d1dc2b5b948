import { describe, expect, it } from 'vitest';
import { metricsOf } from '@opfsmark/schema/boards';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { OPERATIONS } from './forger/operations.ts';
import { expectNoRank, FORGED_CASES, outcomeOf } from './forger/outcome.ts';

it.each(FORGED_CASES)('of a record from %s: %s does not rank', async (_, name, record) => {
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
