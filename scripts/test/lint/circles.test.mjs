import { expect, test } from 'vitest';
import { findCircles, findRoomCircles } from '../../lib/lint/check.mjs';

/** "a b" is an import of b by a. */
const edgesOf = (...texts) =>
  texts.map((text) => {
    const [from, to] = text.split(' ');
    return { from, to, typeOnly: false, line: 1 };
  });
const show = (circles) => circles.map((circle) => circle.map(({ from }) => from).join(' '));

test('no circle in a tree with a shared leaf', () => {
  expect(findCircles(edgesOf('a b', 'a c', 'b d', 'c d'))).toEqual([]);
});

test('one circle, the shortest, for each group of files', () => {
  expect(show(findCircles(edgesOf('a b', 'b c', 'c a', 'b a', 'x y', 'y x', 'c x')))).toEqual(['x y', 'a b']);
});

test('a file that imports itself', () => {
  expect(show(findCircles(edgesOf('a a')))).toEqual(['a']);
});

test('a circle of folders where no file is in one', () => {
  const edges = edgesOf('src/a/1.ts src/b/1.ts', 'src/b/2.ts src/a/2.ts');
  expect(findCircles(edges)).toEqual([]);
  expect(show(findRoomCircles('src', edges))).toEqual(['src/a src/b']);
});

test('a circle of folders on the second level', () => {
  const edges = edgesOf('src/a/x/1.ts src/a/y/1.ts', 'src/a/y/2.ts src/a/x/2.ts');
  expect(show(findRoomCircles('src', edges))).toEqual(['src/a/x src/a/y']);
});

test('a circle of a folder and a loose file beside it', () => {
  const edges = edgesOf('src/run.ts src/a/1.ts', 'src/a/2.ts src/run.ts');
  expect(show(findRoomCircles('src', edges))).toEqual(['src/a src/run.ts']);
});

test('no circle of folders where a folder hands on its parts and they share a file of it', () => {
  const edges = edgesOf('src/a/index.ts src/a/x/1.ts', 'src/a/x/1.ts src/a/define.ts', 'src/b/1.ts src/a/index.ts');
  expect(findRoomCircles('src', edges)).toEqual([]);
});
