import { gradeOfSentence, widthOf, placeLabels } from '@opfsmark/schema/answer';
import { answerOf } from '@opfsmark/schema/answer/of';
import { numbersIn, sentenceText, headlineText, proofText, say } from '@opfsmark/schema/answer/words';
import { sizeText } from '@opfsmark/schema/documents';
import { ALL_WORDS } from '@opfsmark/schema/answer/words/all';
import { LANGUAGES } from '@opfsmark/schema/answer/words/languages';
import { type RunRecord, figuresOf } from '@opfsmark/schema/families';
import { ROW_BYTES } from '@opfsmark/schema/families/app-storage/contender-ids';
import { FORMS, reportOf } from '@opfsmark/schema/report';
import { REAL_RECORDS, realRecord } from '@opfsmark/schema/test-support/real-records';
import { describe, expect, it, test } from 'vitest';
import { METRIC_IDS, metricOf, metricsOf } from '@opfsmark/schema/boards';
import { isFromMemory } from '@opfsmark/schema/figures';
import { describe as describeRun } from '../src/lib/base/format/describe.ts';
import { recordCard } from '../src/lib/features/families/export/picture.ts';
import example from '../src/lib/features/answer/example.json' with { type: 'json' };
import en from '../src/lib/base/i18n/texts/en/boards.ts';
import ja from '../src/lib/base/i18n/texts/ja/boards.ts';
import siteEn from '../src/lib/base/i18n/texts/en/site.ts';
import siteJa from '../src/lib/base/i18n/texts/ja/site.ts';
import { compareRuns } from '../src/lib/features/compare/compare.ts';
import { comparedRunOf } from '../src/lib/features/compare/compared-run.ts';

const sentenceIn = (language: 'en' | 'ja', record: RunRecord) =>
  sentenceText(answerOf(record), ALL_WORDS[language].answer, numbersIn(LANGUAGES[language]), 'visitor');

it.each([
  [
    'node-direct',
    'good',
    'This drive is not what makes this computer slow: 76 µs per small read, 100 times faster than a hard disk.',
  ],
  [
    'chromium-profile-default',
    'good',
    'This drive is not what makes this computer slow: 48 µs per small read, 200 times faster than a hard disk.',
  ],
  [
    'chromium-quick',
    'good',
    'This drive is not what makes this computer slow: 80 µs per small read, 100 times faster than a hard disk.',
  ],
  [
    'firefox-quick',
    'good',
    'Fine for saving with every change. This drive safely saves 1,800 small changes per second.',
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

  it.each(['en', 'ja'] as const)('in the picture, in %s', (language) => {
    const sentence = sentenceIn(language, record);
    const svg = recordCard(record, { language, names: [], sustained: null }, widthOf);
    const pictureText = svg.replaceAll(/<[^>]*>/g, '').replaceAll('\u00A0', ' ');
    expect(pictureText).toContain(sentence);
  });
});

const LANGUAGE_WORDS = (['en', 'ja'] as const).map((language) => {
  const { answer: words, pictures } = ALL_WORDS[language];
  return { language, words, pictures, numbers: numbersIn(LANGUAGES[language]) };
});

const figuresFromMemory = (record: RunRecord) => figuresOf(record).filter(isFromMemory);

describe.each(REAL_RECORDS)('of %s no read from memory stands unmarked in', (_, record) => {
  const memory = figuresFromMemory(record);

  it('the picture: memory is apart, hatched and named, in the language of the page', () => {
    for (const { language, words, pictures, numbers } of LANGUAGE_WORDS) {
      const { memory } = answerOf(record);
      const svg = recordCard(record, { language, names: [], sustained: null }, widthOf);
      const strip = /<g class="memory">.*?<\/g>/s.exec(svg)?.[0] ?? '';
      expect(strip.includes('url(#hatch)') && strip.includes(words.memoryMeans)).toBe(memory !== null);
      const rest = svg.replace(strip, '');
      if (memory !== null) expect(rest).not.toContain(numbers.speed(memory.mb_per_s));
      const isBurst = answerOf(record)
        .rulers.flatMap(({ marks }) => marks)
        .some((mark) => mark.id === 'large_write' && !('missing' in mark));
      const sustainedSvg = recordCard(record, { language, names: [], sustained: 1_234e6 }, widthOf);
      const sustainedText = sustainedSvg.replaceAll('\u00a0', ' ');
      expect(sustainedText.includes(say(pictures.sustained, { speed: numbers.speed(1_234) }, numbers.locale))).toBe(
        isBurst,
      );
      expect(rest).toContain(words.rulers[answerOf(record).rulers[0]?.id ?? 'opens']);
      expect(rest).toContain(record.family === 'matrix' ? pictures.score.drive : words.families[record.family].name);
    }
  });

  it('a comparison: never a ratio to a read from the drive', () => {
    const run = comparedRunOf({ run_id: 'A', record, declared: {} });
    const figures = run.figures.map((figure) =>
      figure.origin === null ? figure : { ...figure, origin: 'drive' as const },
    );
    const cells = compareRuns([{ ...run, run_id: 'B', figures }, run], { ...run, run_id: 'B', figures }).flatMap(
      (row) => row.cells,
    );
    const unlikeCells = cells.filter((cell) => cell.run_id === 'A' && cell.unlike !== null);
    expect(unlikeCells.map(({ figure }) => figure?.id)).toEqual(memory.map(({ id }) => id));
    expect(unlikeCells.every(({ ratio }) => ratio === null)).toBe(true);
  });

  it('what other sites show of its page', () => {
    const answer = answerOf(record);
    for (const { words, numbers } of LANGUAGE_WORDS) {
      const { title, text } = describeRun(answer, 'ThinkPad X1 Gen 11', words, numbers);
      const sentence = sentenceText(answer, words, numbers, 'visitor');
      expect(text).toBe(`${sentence} · ${proofText(answer, words, numbers)}`);
      expect(title.length).toBeLessThanOrEqual(70);
      expect(describeRun(answer, null, words, numbers).title).toBeOneOf([
        sentence,
        headlineText(answer, words, numbers),
      ]);
      expect(title.replace('ThinkPad X1 Gen 11: ', '')).toBeOneOf([sentence, headlineText(answer, words, numbers)]);
    }
  });

  it('boards of the drive', () => {
    const ofDrive = new Set(
      figuresOf(record)
        .filter(({ origin }) => origin === 'drive')
        .map(({ value }) => value),
    );
    const rankedIds = METRIC_IDS.filter((id) => metricOf(id).reads === 'drive' && metricsOf(record)[id] !== undefined);
    expect(rankedIds.length === 0 || ofDrive.size > 0).toBe(true);
  });
});

it('a board of reads that memory may have answered says so in its name', () => {
  for (const id of METRIC_IDS.filter((metric) => metricOf(metric).reads === 'any')) {
    expect(en.metrics[id].long, id).toMatch(/cache included|from memory/);
    expect(ja.metrics[id].long, id).toMatch(/キャッシュ込み|メモリーから/);
  }
});

const FONT_PX = 12;
const RULER_PX = 290;
const LABELS = [
  { at: 0, text: 'SD card' },
  { at: 0.71, text: 'SATA SSD' },
  { at: 0.72, text: 'NVMe SSD' },
  { at: 1, text: 'Power-protected' },
];

test('labels of a ruler neither overlap nor leave it', () => {
  const offsets = placeLabels(LABELS, FONT_PX, RULER_PX);
  const boxes = LABELS.map(({ at, text }, index) => {
    const middle = at * RULER_PX + (offsets[index] ?? 0);
    const half = widthOf(text, FONT_PX) / 2;
    return { from: middle - half, to: middle + half };
  });
  expect(boxes[0]?.from).toBeGreaterThanOrEqual(-1);
  expect(boxes.at(-1)?.to).toBeLessThanOrEqual(RULER_PX + 1);
  boxes.slice(1).forEach(({ from }, index) => {
    expect(from).toBeGreaterThan(boxes[index]?.to ?? 0);
  });
});

test('a label with room stays where it is', () => {
  expect(placeLabels([{ at: 0.5, text: 'NVMe' }], FONT_PX, RULER_PX)).toEqual([0]);
});

test('the example of the front page is what the record that it names says', () => {
  const record = realRecord(example.record);
  expect(example.rulers).toEqual(JSON.parse(JSON.stringify(answerOf(record).rulers)));
  expect(siteEn.answer.card.exampleSays).toBe(sentenceIn('en', record));
  expect(siteJa.answer.card.exampleSays).toBe(sentenceIn('ja', record));
});

test.each([siteEn, siteJa])(
  'what is said of small items has the size of the rows that are saved',
  ({ answer, terms }) => {
    for (const text of [answer.card.hints.items, terms.items]) expect(text).toContain(sizeText(ROW_BYTES));
  },
);
