import { PICKED_METRICS } from '@opfsmark/schema/families';
import { describe, expect, test } from 'vitest';
import { boardIdOf, FIGURES, LAYOUTS, METRICS, metricsOf, readBoardQuery } from '../src/lib/features/board/query.ts';

const idOf = (address: string) => boardIdOf(readBoardQuery(new URLSearchParams(address)));

describe('boards of what a person picked', () => {
  test('a figure brings its layout, and a layout that was chosen decides which figures there are', () => {
    expect(idOf('metric=picked_rnd_read')).toBe('device.picked_rnd_read.picked-folder');
    expect(idOf('metric=picked_file_rnd_read')).toBe('device.picked_file_rnd_read.picked-file');
    expect(idOf('metric=rnd4k_q1t1_write&layout=picked-folder')).toBe('device.picked_seq_read.picked-folder');
    expect(idOf('metric=picked_seq_read&layout=shared')).toBe('device.rnd4k_q1t1_write.shared');
    expect(idOf('metric=picked_create&layout=picked-folder&by=filesystem')).toBe(
      'filesystem.picked_create.picked-folder',
    );
  });

  test('no layout offers a figure of another way', () => {
    for (const layout of LAYOUTS) {
      const ids = FIGURES.flatMap((figure) => metricsOf(layout, figure)).map(({ id }) => id);
      expect(ids.length, layout).toBeGreaterThan(0);
      const picked = PICKED_METRICS.filter((id) => id.startsWith('picked_file_') === (layout === 'picked-file'));
      expect(ids, layout).toEqual(
        layout.startsWith('picked-') ? picked : METRICS.filter(({ figure }) => figure !== 'picked').map(({ id }) => id),
      );
    }
  });
});
