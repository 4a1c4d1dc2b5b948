import * as fc from 'fast-check';
import type { RunUpload } from '@opfsmark/schema/api';
import { makeUpload } from '@opfsmark/schema/test-support/upload';

/** Values that break arithmetic. */
const EXTREMES = [
  0,
  1e-310,
  5e-324,
  1e-9,
  0.5,
  1,
  1e12,
  1e15,
  1e300,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_VALUE,
] as const;
/** Fields from which rates, percentiles and shares are derived. */
const FIELDS = /(?:_ns|_ms|^ops|^bytes|^busy|^total|^elapsed|sectors|^dropped)$/;

type Place = readonly [fields: Record<string, unknown>, name: string];

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Record<string, unknown>;
  return Object.entries(fields).flatMap(([name, own]): Place[] =>
    typeof own === 'number' && FIELDS.test(name) ? [[fields, name]] : placesIn(own),
  );
}

/** Uploads of which some numbers are extreme, and some of whose series are as long as text may be. */
export function hostileUploads(count: number, seed = 1): RunUpload[] {
  const changes = fc.array(
    fc.record({ at: fc.double({ min: 0, max: 0.9999, noNaN: true }), value: fc.constantFrom(...EXTREMES) }),
    { minLength: 1, maxLength: 4 },
  );
  const drawn = fc.sample(fc.record({ changes, long: fc.boolean() }), { numRuns: count, seed });
  return drawn.map(({ changes: all, long }, n) => {
    const upload = makeUpload({ declared: { device: `Hostile ${n}` }, rig_id: `X${n}`.padEnd(16, '0') });
    const { result, environment } = upload.record;
    const places = placesIn({ result, environment });
    for (const { at, value } of all) {
      const [fields, name] = places[Math.floor(at * places.length)] ?? [];
      if (fields && name !== undefined) fields[name] = value;
    }
    const side = result.jobs[0]?.passes[0]?.read;
    if (long && side)
      side.series = { ops: '', busy_us: Array.from({ length: 1000 }, () => 1e14 + n).join(' '), max_us: '' };
    return upload;
  });
}
