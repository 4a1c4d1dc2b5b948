import { expect, it } from 'vitest';
import { contradictions, RunUpload } from '@opfsmark/schema';
import { suspicionsOf } from '../src/suspicion.ts';
import { makeUpload } from './factory.ts';
import { forgeries } from './forgeries.ts';

it('every forged run is refused or held', () => {
  const all = forgeries();
  expect(all.length).toBeGreaterThanOrEqual(200);
  const passed = all.filter(({ upload }) => {
    if (!RunUpload.safeParse(upload).success || upload.record.environment.engine === 'memory') return false;
    return contradictions(upload.record).length === 0 && suspicionsOf(upload.record, {}, undefined).length === 0;
  });
  expect(passed.map(({ identity }) => identity)).toEqual([]);
});

it('no run as the factory makes them is', () => {
  for (let seed = 0; seed < 40; seed++) {
    const { record } = makeUpload({ seed, profile: seed % 2 === 0 ? 'quick' : 'nvme', speed: 0.1 + seed / 10 });
    expect(contradictions(record)).toEqual([]);
    expect(suspicionsOf(record, {}, undefined)).toEqual([]);
  }
});
