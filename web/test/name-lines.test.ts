import { expect, test } from 'vitest';
import { linesOfName } from '../src/lib/base/charts/name-lines.ts';

test.each([
  ['never flushed', ['never flushed']],
  ['flushed once at the end', ['flushed once at', 'the end']],
  ['Rows, one transaction', ['Rows', 'one transaction']],
  ['フラッシュなし', ['フラッシュなし']],
  ['書き込みごとにフラッシュ', ['書き込みごとに', 'フラッシュ']],
  ['シーケンシャル読み込み (1つずつ)', ['シーケンシャル', '読み込み (1つずつ)']],
  ['行の挿入、1行ずつコミット', ['行の挿入、', '1行ずつコミット']],
])('a name at a narrow chart, in lines that fit: %s', (name, lines) => expect(linesOfName(name)).toEqual(lines));
