import { expect, it } from 'vitest';
import { RunUpload } from '@opfsmark/schema/api';
import { metricsOf } from '@opfsmark/schema/boards';
import { contradictions } from '@opfsmark/schema/families';
import { refuseContradictions } from '../src/intake/upload.ts';
import { ProblemError } from '../src/base/problem.ts';
import { suspicionsOf } from '../src/intake/suspicion.ts';
import { makePickedFileUpload, makePickedUpload } from './factory-picked.ts';
import { makeUpload } from './factory.ts';
import { forgeries } from './forgeries.ts';

it('every forged run is refused or held', () => {
  const all = forgeries();
  expect(all.length).toBeGreaterThanOrEqual(200);
  const passed = all.filter(({ upload: { record }, upload }) => {
    if (!RunUpload.safeParse(upload).success) return false;
    try {
      refuseContradictions(record);
    } catch (error) {
      if (error instanceof ProblemError) return false;
      throw error;
    }
    return suspicionsOf(record, metricsOf(record)).length === 0;
  });
  expect(passed.map(({ identity }) => identity)).toEqual([]);
});

it('no run as the factory makes them is', () => {
  for (let seed = 0; seed < 40; seed++) {
    const { record } = makeUpload({ seed, profile: seed % 2 === 0 ? 'quick' : 'nvme', speed: 0.1 + seed / 10 });
    expect(contradictions(record)).toEqual([]);
    expect(suspicionsOf(record, metricsOf(record))).toEqual([]);
  }
});

it('no run on a picked folder or file is', () => {
  const folders = Array.from({ length: 20 }, (_, n) =>
    makePickedUpload({ speed: (n + 1) / 3, plan: { random_reads: 100 * (n + 1) } }),
  );
  for (const { record } of [...folders, makePickedFileUpload()]) {
    expect(() => refuseContradictions(record)).not.toThrow();
    expect(suspicionsOf(record, metricsOf(record))).toEqual([]);
  }
});
