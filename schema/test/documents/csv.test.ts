import { expect, it } from 'vitest';
import { csvLines } from '../../src/documents/index.ts';

it('keeps text from being a formula, and quotes what would end a cell', () => {
  expect(csvLines([['=1+1', '-2', '+3', '@x', 'a,b', 'say "so"', null]])).toBe(
    `"'=1+1","'-2","'+3","'@x","a,b","say ""so""",\r\n`,
  );
});

it('writes no digit that was not measured, and every count as it is', () => {
  expect(csvLines([[43.31123456789012, 1_111_531.27, 0.000123456789, -2, 12_345_678]])).toBe(
    '43.3112,1111530,0.000123457,-2,12345678\r\n',
  );
});
