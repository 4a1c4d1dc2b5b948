import { expect, test } from 'vitest';
import { linesOfName } from '../src/lib/base/charts/drawing.ts';

test.each([
  ['never flushed', ['never flushed']],
  ['flushed once at the end', ['flushed once at', 'the end']],
  ['All rows in one transaction', ['All rows in one', 'transaction']],
  ['put, one transaction', ['put', 'one transaction']],
  ['フラッシュなし', ['フラッシュなし']],
  ['最後に1回フラッシュ', ['最後に1回', 'フラッシュ']],
  ['シーケンシャル読み込み (1つずつ)', ['シーケンシャル', '読み込み (1つずつ)']],
  ['行の挿入、1行ずつコミット', ['行の挿入、', '1行ずつコミット']],
])('a name at a narrow chart, in lines that fit: %s', (name, lines) => expect(linesOfName(name)).toEqual(lines));
