import { expect, it, vi } from 'vitest';
import { once } from './once.ts';

it('what is loaded once is loaded again only where that failed', async () => {
  const load = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('no network')).mockResolvedValue(1);
  const loadOnce = once(load);
  await expect(loadOnce()).rejects.toThrow('no network');
  expect(await Promise.all([loadOnce(), loadOnce()])).toEqual([1, 1]);
  expect(load).toHaveBeenCalledTimes(2);
});
