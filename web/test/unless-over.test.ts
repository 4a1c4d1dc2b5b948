import { expect, test } from 'vitest';
import { unlessOver } from '../src/lib/base/ui/unless-over.ts';

type Show = (text: string) => void;

test('an answer stays neither while a later question waits, nor takes the place of the later one', () => {
  const shownTexts: string[] = [];
  const answers: Show[] = [];
  const begin = () =>
    unlessOver<string>(
      (show) => {
        answers.push(show);
        return Promise.resolve();
      },
      (text) => shownTexts.push(text),
      'nothing',
    );
  begin()();
  begin();
  answers[1]?.('a part of the second');
  answers[0]?.('the first');
  answers[1]?.('all of the second');
  expect(shownTexts).toEqual(['nothing', 'nothing', 'a part of the second', 'all of the second']);
});

test('what cannot be had shows nothing', async () => {
  const rejection = Promise.reject(new Error('gone'));
  const shownTexts: string[] = [];
  unlessOver<string>(
    (show) => rejection.then(show),
    (text) => shownTexts.push(text),
    undefined,
  );
  await expect(rejection).rejects.toThrow('gone');
  expect(shownTexts).toEqual([]);
});
