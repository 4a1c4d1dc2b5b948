import { expect, it } from 'vitest';
import { forgeries } from './forgeries.ts';
import { unnoticed } from './forger/outcome.ts';

it('every forged run of many workers is refused or held', () => {
  const all = forgeries('peak');
  expect(all.length).toBeGreaterThanOrEqual(200);
  expect(unnoticed(all)).toEqual([]);
});
