import { describe, expect, test } from 'vitest';
import type { CacheVerdict } from '@opfsmark/schema/figures';
import { histogramChart } from '../src/lib/base/charts/drawing.ts';
import type { Theme } from '../src/lib/base/charts/axes.ts';
import { chartLook } from '../src/lib/features/families/matrix/model/source.ts';

const verdict = (of: CacheVerdict['verdict']): CacheVerdict => ({
  verdict: of,
  why: 'split',
  share_from_memory: null,
  low: 0,
  high: 1,
  cut_ns: null,
});
const theme: Theme = {
  colourOf: (name) => name,
  hatchOf: (name) => `hatched ${name}`,
  font: { family: 'sans-serif', size: 12 },
};

describe('what memory answered is drawn in no colour of the drive', () => {
  test.each([
    ['read', 'cached', { colour: 'muted', isMemory: true }],
    ['read', 'drive', { colour: 'read', isMemory: false }],
    ['mix', 'cached', { colour: 'muted', isMemory: true }],
  ] as const)('%s, %s', (direction, of, look) => {
    expect(chartLook({ direction }, verdict(of))).toEqual(look);
  });

  test('and a write without a verdict in its own', () => {
    expect(chartLook({ direction: 'write' }, null)).toEqual({ colour: 'write', isMemory: false });
  });

  test('a histogram of it is hatched, and its bars have an edge', () => {
    const bins = [{ fromNs: 1000, toNs: 1260, calls: 5 }];
    const spec = { kind: 'histogram', bins, axis: '', duration: String, tick: String, percent: String } as const;
    const [hatched] = histogramChart({ ...spec, colour: 'muted', hatched: true }, theme).data.datasets;
    expect(hatched).toMatchObject({ backgroundColor: 'hatched muted', borderColor: 'muted', borderWidth: 1 });
    const [plain] = histogramChart({ ...spec, colour: 'read' }, theme).data.datasets;
    expect(plain).toMatchObject({ backgroundColor: 'read', borderWidth: 0 });
  });
});
