import { isMeasured, NOTES } from '@opfsmark/schema/answer';
import { answerOf } from '@opfsmark/schema/answer/of';
import { linesBelow, noteText } from '@opfsmark/schema/answer/words';
import { isScore, scoreOf, type RunRecord } from '@opfsmark/schema/families';
import { describe, expect, it } from 'vitest';
import { SPOKEN, type Spoken } from '../src/pictures/words.ts';
import { ogSvg } from '../src/pictures/card.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';

const LANGUAGES = ['en', 'ja'] as const;
const cardOf = (record: RunRecord, language: Spoken, device = 'Laptop') =>
  ogSvg({ record, declared: { device } }, language);
/** What is read from top to bottom: lines of one text are one text again. */
const wordsIn = (svg: string) =>
  Array.from(svg.matchAll(/<text[^>]*>(.*?)<\/text>/gs), ([, text = '']) => text.replace(/<[^>]*>/g, ''))
    .join('')
    .replaceAll('&#39;', "'")
    .replace(/[\s\u00a0]/g, '');
const squeezed = (text: string) => text.replace(/\s/g, '');

const STOPPED = ((): RunRecord => {
  const { record } = makeUpload();
  return { ...record, status: 'stopped', environment: { ...record.environment, visibility_changes: 2 } };
})();
const RECORDS: readonly (readonly [string, RunRecord])[] = [
  ...REAL_RECORDS,
  ['a scored run', makeUpload().record],
  ['a private window', makeUpload({ keptInMemory: true }).record],
  ['a stopped run', STOPPED],
];

describe.each(LANGUAGES)('in %s', (language) => {
  const { words, pictures, numbers } = SPOKEN[language];

  it.each(RECORDS)('the card of %s has its notes, its reasons, its axes and its intervals', (_, record) => {
    const answer = answerOf(record);
    const svg = cardOf(record, language);
    const said = wordsIn(svg);
    for (const note of NOTES) {
      expect(said.includes(squeezed(noteText(note, answer, words, numbers))), note).toBe(answer.notes.includes(note));
    }
    for (const ruler of answer.rulers) {
      expect(said).toContain(squeezed(words.rulers[ruler.id]));
      for (const reason of linesBelow(ruler, words, numbers)) expect(said).toContain(squeezed(reason));
    }
    const ranges = answer.rulers.flatMap(({ marks }) => marks.filter(isMeasured)).filter(({ low, high }) => low < high);
    expect(svg.match(/class="interval"/g) ?? []).toHaveLength(ranges.length);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it.each(RECORDS)('nothing of the card of %s leaves the picture', (_, record) => {
    const places = Array.from(cardOf(record, language).matchAll(/<text x="([\d.]+)" y="([\d.]+)"/g));
    expect(places.length).toBeGreaterThan(8);
    for (const [, x, y] of places) {
      expect(Number(x)).toBeLessThanOrEqual(1144);
      expect(Number(y)).toBeLessThanOrEqual(602);
    }
  });

  it.each(RECORDS.filter(([, { family }]) => family === 'matrix'))(
    'the card of %s has the score of the drive, or says why there is none',
    (_, record) => {
      if (record.family !== 'matrix') return;
      const score = scoreOf(record, 'drive');
      const said = wordsIn(cardOf(record, language));
      expect(said).toContain(squeezed(pictures.score.drive));
      if (!isScore(score)) expect(said).toContain(squeezed(pictures.score.none[score.reason]));
      else expect(said).toContain(Math.round(score.points).toLocaleString(numbers.locale));
    },
  );

  it('a device without a letter that can be written is named in the language', () => {
    expect(wordsIn(cardOf(STOPPED, language, '회사'))).toContain(squeezed(pictures.unknownDevice));
    expect(wordsIn(cardOf(STOPPED, language, '会社のノート'))).toContain('会社のノート');
  });
});

it('a stopped run with a hidden page says both', () => {
  expect(answerOf(STOPPED).notes).toEqual(expect.arrayContaining(['stopped', 'hidden']));
});
