import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { drawQr } from '../src/lib/base/ui/qr.ts';

const ADDRESS = 'https://opfsmark.example/?profile=quick&beside=1M81PNA0G6HGPVME';

/** The dark modules of a path of rectangles one module high. */
function modulesOf({ size, path }: ReturnType<typeof drawQr>): boolean[][] {
  const rows = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  return rows;
}

test('the path of a QR code has exactly its dark modules, and a quiet zone of four around them', () => {
  const modules = modulesOf(drawQr(ADDRESS));
  const { data } = encode(ADDRESS, { ecc: 'M', border: 0 });
  expect(modules.slice(4, -4).map((row) => row.slice(4, -4))).toEqual(data);
  const edge = [...modules.slice(0, 4), ...modules.slice(-4)].flat();
  expect(edge).not.toContain(true);
});

test('the code of the longest address that a plan has can be drawn', () => {
  expect(drawQr(`https://opfsmark.example/?rows=${'SEQ1M-Q8T1,'.repeat(40)}`).size).toBeLessThan(120);
});
