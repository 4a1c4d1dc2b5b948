/** A run that stands on a board is looked at before it counts, whatever its family. */
import { boardLayoutOf, RANKED_FAMILIES } from '@opfsmark/schema/boards';
import { evidenceToRank } from '@opfsmark/schema/families';
import { expect, it } from 'vitest';
import { REAL_FAMILIES, REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';

const context = { declared: {}, cores: [], nowMs: Date.now() };

it.each(REAL_RECORDS.filter(([, record]) => boardLayoutOf(record) !== null))(
  '%s does not rank with a core that nobody knows',
  (_, record) => {
    const environment = { ...record.environment, wasm_sha256: 'a'.repeat(64) };
    expect(evidenceToRank({ ...record, environment }, context)).toContain('unknown_core');
    expect(RANKED_FAMILIES).toContain(record.family);
  },
);

it('every other family stands on no board, and is asked for nothing', () => {
  const others = REAL_FAMILIES.filter(([id]) => !RANKED_FAMILIES.has(id));
  expect(others.length).toBeGreaterThan(0);
  for (const [, record] of others) {
    expect([boardLayoutOf(record), evidenceToRank(record, context)]).toEqual([null, []]);
  }
});
