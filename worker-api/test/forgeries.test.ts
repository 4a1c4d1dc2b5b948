import { expect, it } from 'vitest';
import { metricsOf } from '@opfsmark/schema/boards';
import { contradictions } from '@opfsmark/schema/families';
import { refuseContradictions, suspicionsOf } from '../src/intake/upload.ts';
import { makePickedFileUpload, makePickedUpload } from '@opfsmark/schema/test-support/upload-picked';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { forgeries } from './forgeries.ts';
import { unnoticed } from './forger/outcome.ts';

it('every forged run is refused or held', () => {
  const all = forgeries('quick');
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
