import { widthOf } from '@opfsmark/schema/answer';
import { answerOf } from '@opfsmark/schema/answer/of';
import { headlineText, numbersIn, proofText, say, sentenceText } from '@opfsmark/schema/answer/words';
import { ALL_WORDS } from '@opfsmark/schema/answer/words/all';
import { LANGUAGES } from '@opfsmark/schema/answer/words/languages';
import { METRIC_IDS, metricOf, metricsOf } from '@opfsmark/schema/boards';
import { FAMILY_IDS, figuresOf, type RunRecord } from '@opfsmark/schema/families';
import { isFromMemory } from '@opfsmark/schema/figures';
import { REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';
import { describe, expect, it } from 'vitest';
import en from '../src/lib/base/i18n/texts/en/boards.ts';
import ja from '../src/lib/base/i18n/texts/ja/boards.ts';
import { compareRuns } from '../src/lib/features/compare/compare.ts';
import { comparedRunOf } from '../src/lib/features/compare/compared-run.ts';
import { recordCard } from '../src/lib/features/families/export/picture.ts';
import { describe as describeRun } from '../src/lib/base/format/describe.ts';

const SPOKEN = (['en', 'ja'] as const).map((language) => {
  const { answer: words, pictures } = ALL_WORDS[language];
  return { language, words, pictures, numbers: numbersIn(LANGUAGES[language]) };
});

const marked = (record: RunRecord) => figuresOf(record).filter(isFromMemory);

it('the records are of every family', () => {
  expect(new Set(REAL_RECORDS.map(([, { family }]) => family))).toEqual(new Set(FAMILY_IDS));
});

describe.each(REAL_RECORDS)('of %s no read from memory stands unmarked in', (_, record) => {
  const memory = marked(record);

  it('the picture: memory is apart, hatched and named, in the language of the page', () => {
    for (const { language, words, pictures, numbers } of SPOKEN) {
      const { memory } = answerOf(record);
      const svg = recordCard(record, { language, device: null, sustained: null }, widthOf);
      const strip = /<g class="memory">.*?<\/g>/s.exec(svg)?.[0] ?? '';
      expect(strip.includes('url(#hatch)') && strip.includes(words.memoryMeans)).toBe(memory !== null);
      const rest = svg.replace(strip, '');
      if (memory !== null) expect(rest).not.toContain(numbers.speed(memory.mb_per_s));
      const isBurst = answerOf(record)
        .rulers.flatMap(({ marks }) => marks)
        .some((mark) => mark.id === 'large_write' && !('missing' in mark));
      const whole = recordCard(record, { language, device: null, sustained: 1_234e6 }, widthOf);
      const beside = whole.replaceAll('\u00a0', ' ');
      expect(beside.includes(say(pictures.sustained, { speed: numbers.speed(1_234) }, numbers.locale))).toBe(isBurst);
      expect(rest).toContain(words.rulers[answerOf(record).rulers[0]?.id ?? 'opens']);
      expect(rest).toContain(record.family === 'matrix' ? pictures.score.drive : words.families[record.family]);
    }
  });

  it('a comparison: never a ratio to a read from the drive', () => {
    const run = comparedRunOf({ run_id: 'A', record, declared: {} });
    const figures = run.figures.map((figure) =>
      figure.read_from === null ? figure : { ...figure, read_from: 'drive' as const },
    );
    const cells = compareRuns([{ ...run, run_id: 'B', figures }, run], { ...run, run_id: 'B', figures }).flatMap(
      (row) => row.cells,
    );
    const unlike = cells.filter((cell) => cell.run_id === 'A' && cell.unlike !== null);
    expect(unlike.map(({ figure }) => figure?.id)).toEqual(memory.map(({ id }) => id));
    expect(unlike.every(({ ratio }) => ratio === null)).toBe(true);
  });

  it('what other sites show of its page', () => {
    const answer = answerOf(record);
    for (const { words, numbers } of SPOKEN) {
      const { title, text } = describeRun(answer, 'ThinkPad X1 Gen 11', words, numbers);
      const sentence = sentenceText(answer, words, numbers, 'this');
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
        .filter(({ read_from }) => read_from === 'drive')
        .map(({ value }) => value),
    );
    const ranked = METRIC_IDS.filter((id) => metricOf(id).reads === 'drive' && metricsOf(record)[id] !== undefined);
    expect(ranked.length === 0 || ofDrive.size > 0).toBe(true);
  });
});

it('a board of reads that memory may have answered says so in its name', () => {
  for (const id of METRIC_IDS.filter((metric) => metricOf(metric).reads === 'any')) {
    expect(en.metrics[id].long, id).toMatch(/cache included|from memory/);
    expect(ja.metrics[id].long, id).toMatch(/キャッシュ込み|メモリーから/);
  }
});
