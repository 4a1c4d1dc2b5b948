import { lstatSync, renameSync, unlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { failureFrom } from '../page/errors.ts';
import { withoutPath } from '../protocol/files.ts';

it('a path is no part of a failure, whichever call Node.js names', () => {
  const path = "/nowhere/Jane's, open 'things'";
  for (const call of [() => unlinkSync(path), () => lstatSync(path), () => renameSync(path, `${path}-2`)]) {
    try {
      call();
    } catch (error) {
      const { detail } = failureFrom(error);
      expect(detail).toMatch(/^Error: ENOENT: no such file or directory, (?:unlink|lstat|rename)$/);
    }
  }
  expect.assertions(3);
});

it('what a browser says stays as it is', () => {
  const words = "NotFoundError: A requested file or directory could not be found, at 'open'.";
  expect(withoutPath(words)).toBe(words);
});
