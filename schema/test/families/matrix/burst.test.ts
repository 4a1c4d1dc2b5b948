import { expect, it } from 'vitest';
import { GIB, MIB } from '../../../src/documents/index.ts';
import { burstBytes, figuresOf, planOf } from '../../../src/families/index.ts';
import { asIs, makeJob, makeRecord } from '../../../test-support/record.ts';

it.each([
  ['Quick, whose passes have a bound', planOf('quick'), 30 * MIB],
  ['a profile whose file they visit once', planOf('nvme'), GIB],
  ['a larger file', { ...planOf('nvme'), file_bytes: 2 * GIB }, null],
  ['a bound on a larger file', { ...planOf('nvme'), file_bytes: 2 * GIB, write_bytes: 64 * MIB }, 64 * MIB],
  ['writes that start over', { ...planOf('default'), revisit: true }, null],
  ['reads alone', { ...planOf('default'), directions: ['read' as const] }, null],
])('a pass of up to 1 GiB is a burst: %s', (_, plan, bytes) => {
  expect(burstBytes(plan)).toBe(bytes);
});

it.each([
  [GIB, 'SEQ1M Q8 write_burst'],
  [4 * GIB, 'SEQ1M Q8 write_flush'],
])('the figure of a write on %d bytes is called %s', (file_bytes, name) => {
  const plan = { ...asIs('default'), drive_s: 0, write_bytes: 0, file_bytes };
  const record = makeRecord({ plan, jobs: [makeJob(plan, 4, [1e9])] });
  expect(figuresOf(record).map((figure) => figure.name)).toContain(name);
});
