import { expect, test } from 'vitest';
import { unlessOver } from '../src/lib/base/ui/unless-over.ts';

type Show = (found: string) => void;

test('an answer that a later question has overtaken shows nothing', () => {
  const shown: string[] = [];
  const answers: Show[] = [];
  const begin = () =>
    unlessOver<string>(
      (show) => {
        answers.push(show);
        return Promise.resolve();
      },
      (found) => shown.push(found),
    );
  begin()();
  begin();
  answers[1]?.('a part of the second');
  answers[0]?.('the first');
  answers[1]?.('all of the second');
  expect(shown).toEqual(['a part of the second', 'all of the second']);
});

test('what cannot be had shows nothing', async () => {
  const failed = Promise.reject(new Error('gone'));
  const shown: string[] = [];
  unlessOver<string>(
    (show) => failed.then(show),
    (found) => shown.push(found),
  );
  await expect(failed).rejects.toThrow('gone');
  expect(shown).toEqual([]);
});
