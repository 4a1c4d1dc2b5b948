import { afterAll, expect, it, vi } from 'vitest';

/** Here alone: in workerd no module can be loaded anew. */
it('a picture is drawn after one for which the renderer could not be started', async () => {
  const initWasm = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('no memory')).mockResolvedValue();
  const png = new Uint8Array([1]);
  class Renderer {
    render = () => ({ asPng: () => png, free: () => undefined });
    free = () => undefined;
  }
  vi.resetModules();
  vi.doMock('@resvg/resvg-wasm', () => ({ initWasm, Resvg: Renderer }));
  const fresh = await import('../../src/pictures/card.ts');
  vi.doUnmock('@resvg/resvg-wasm');
  await expect(fresh.renderPng('<svg/>')).rejects.toThrow('no memory');
  expect(await fresh.renderPng('<svg/>')).toEqual(png);
});

afterAll(() => vi.resetModules());
