import { gradeOfSentence, widthOf } from '@opfsmark/schema/answer';
import { answerOf } from '@opfsmark/schema/answer/of';
import { numbersIn, sentenceText } from '@opfsmark/schema/answer/words';
import { ALL_WORDS } from '@opfsmark/schema/answer/words/all';
import { LANGUAGES } from '@opfsmark/schema/answer/words/languages';
import type { RunRecord } from '@opfsmark/schema/families';
import { FORMS, reportOf } from '@opfsmark/schema/report';
import { REAL_RECORDS, realRecord } from '@opfsmark/schema/test-support/real-records';
import { describe, expect, it } from 'vitest';
import { describe as describeRun } from '../src/lib/base/format/describe.ts';
import { recordCard } from '../src/lib/features/families/export/picture.ts';

const sentenceIn = (language: 'en' | 'ja', record: RunRecord) =>
  sentenceText(answerOf(record), ALL_WORDS[language].answer, numbersIn(LANGUAGES[language]), 'this');

it.each([
  [
    'node-direct',
    'good',
    'This drive is not what makes this computer slow: 33 µs per small read, 300 times faster than a hard disk.',
  ],
  [
    'chromium-profile-default',
    'good',
    'This drive is not what makes this computer slow: 40 µs per small read, 200 times faster than a hard disk. Some reads took much longer.',
  ],
  [
    'chromium-quick',
    'good',
    'Fine for saving with every change. This drive safely saves 7,590 small changes per second.',
  ],
  [
    'chromium-profile-demo',
    'good',
    'Fine for saving large files; what long copies reach was not measured. This drive writes large files in bursts of 2,770 MB/s.',
  ],
  [
    'chromium-family-sustained',
    'good',
    'Fine for 4K video and for copying many gigabytes. This drive kept 1,070 MB/s over 16 GB of writing.',
  ],
  [
    'chromium-family-database',
    'poor',
    'As slow as a hard disk: 43.3 single-row commits per second. Put many rows into one transaction.',
  ],
  ['chromium-family-stutter', 'fair', 'The longest wait was 116 ms: felt as a hitch.'],
  ['chromium-family-picked-file', null, 'No verdict on the drive: memory answered some of the reads.'],
] as const)('%s is %s', (name, grade, text) => {
  const record = realRecord(name);
  expect(sentenceIn('en', record)).toBe(text);
  expect(gradeOfSentence(answerOf(record).sentence)).toBe(grade);
});

describe.each(REAL_RECORDS)('of %s the same verdict is', (_, record) => {
  it('in text and Markdown, before any number', () => {
    const sentence = sentenceIn('en', record);
    for (const form of [FORMS.text, FORMS.markdown]) {
      const text = form.write(reportOf(record));
      const [before, after] = text.split(sentence);
      expect(after, text).toBeDefined();
      expect(before).not.toMatch(/MB\/s|per second|\d [µm]?s\b/);
    }
  });

  it.each(['en', 'ja'] as const)('in the picture and in what other sites show, in %s', (language) => {
    const sentence = sentenceIn(language, record);
    const svg = recordCard(record, { language, device: null, sustained: null }, widthOf);
    const said = svg.replaceAll(/<[^>]*>/g, '').replaceAll('\u00A0', ' ');
    expect(said).toContain(sentence);
    const words = ALL_WORDS[language].answer;
    expect(describeRun(answerOf(record), null, words, numbersIn(LANGUAGES[language])).text).toContain(sentence);
  });
});
