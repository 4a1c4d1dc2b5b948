import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RULERS, scaleOf, SOURCES, type RulerId } from '@opfsmark/schema/answer';

const methodology = readFileSync(new URL('../../docs/METHODOLOGY.md', import.meta.url), 'utf8');
const bands = (Object.keys(RULERS) as RulerId[]).flatMap((ruler) =>
  scaleOf(ruler).bands.map((band) => ({ ruler, ...band })),
);

describe('the range of a class on a ruler', () => {
  test.each(bands)('$ruler, $id: has a source that METHODOLOGY names', ({ sources }) => {
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) expect(methodology).toContain(SOURCES[source].url);
  });
});
