import { env } from 'cloudflare:workers';
import { newRunId } from '@opfsmark/schema/documents';
import { OEmbed, ShieldsBadge } from '@opfsmark/schema/api';
import { isMeasured } from '@opfsmark/schema/answer';
import { headlineText, sentenceText } from '@opfsmark/schema/answer/words';
import { answerOf } from '@opfsmark/schema/answer/of';
import { FAMILY_IDS, figuresOf, type RunRecord } from '@opfsmark/schema/families';
import { isWriteToMemory } from '@opfsmark/schema/figures';
import { FORMS, reportOf } from '@opfsmark/schema/report';
import { beforeAll, describe, expect, it } from 'vitest';
import { SPOKEN } from '../src/pictures/words.ts';
import { ogSvg } from '../src/pictures/card.ts';
import { readRun } from '../src/views/run-view.ts';
import { ask, forgetResults, publish } from './client.ts';
import { DELETION_SHA256, makeUpload } from '@opfsmark/schema/test-support/upload';
import { REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';

const publishReal = async (record: RunRecord) => {
  await forgetResults();
  const upload = { record, declared: { device: 'Marked' }, deletion_sha256: DELETION_SHA256 };
  return publish(upload, newRunId(), 0);
};
const textOf = async (path: string) => (await ask(path)).text();

const FROM_MEMORY = 'from memory';

/** What stands on the rulers as a speed of reading, of all calls of its test. */
const wholeReads = (record: RunRecord) =>
  answerOf(record)
    .rulers.flatMap(({ marks }) => marks)
    .filter(isMeasured)
    .filter(({ id, drive_share }) => id.endsWith('_read') && drive_share === null);

/** Real ones, and one of a private window: there memory took the writes, too. */
const RECORDS: readonly (readonly [string, RunRecord])[] = [
  ...REAL_RECORDS,
  ['a private window', makeUpload({ keptInMemory: true }).record],
];

/** Values of reads that memory answered, and none that another figure shows as well. */
function memoryValues(record: RunRecord): string[] {
  const { figures, format } = reportOf(record);
  const texts = figures.map(({ quantity }) => ({ text: format.text(quantity), mark: format.mark(quantity) }));
  const ofDrive = new Set(texts.filter(({ mark }) => mark === '').map(({ text }) => text));
  return texts.filter(({ text, mark }) => mark !== '' && !ofDrive.has(text)).map(({ text }) => text);
}

it('the records are of every family', () => {
  expect(new Set(REAL_RECORDS.map(([, { family }]) => family))).toEqual(new Set(FAMILY_IDS));
});

describe.each(RECORDS)('of %s nothing that memory answered or took stands unmarked in', (_, record) => {
  const { family } = record;
  const values = memoryValues(record);
  let run_id = '';
  beforeAll(async () => void ({ run_id } = await publishReal(record)));

  it('the rulers', () => {
    const ofDrive = figuresOf(record).filter(({ read_from }) => read_from === 'drive');
    for (const { id, value } of family === 'matrix' ? wholeReads(record) : []) {
      const bytesPerS = id === 'small_read' ? value * 4096 : value * 1e6;
      expect(ofDrive.map((figure) => Math.round((figure.value / bytesPerS) * 100))).toContain(100);
    }
  });

  it('badge and oEmbed', async () => {
    const page = encodeURIComponent(`https://opfsmark.test/r/${run_id}`);
    const { title, html } = OEmbed.parse(JSON.parse(await textOf(`/oembed?url=${page}`)));
    const { message } = ShieldsBadge.parse(JSON.parse(await textOf(`/badge/${run_id}.json`)));
    for (const text of [title, html, message, await textOf(`/badge/${run_id}.svg`)]) {
      if (values.some((value) => text.includes(value))) expect(text).toContain(FROM_MEMORY);
    }
    expect(title).toContain(message);
    const sentence = sentenceText(answerOf(record), SPOKEN.en.words, SPOKEN.en.numbers, 'this');
    const numbers = message.match(/\d[\d,.]*/g) ?? [];
    for (const number of numbers) expect(sentence).toContain(number);
    const headline = headlineText(answerOf(record), SPOKEN.en.words, SPOKEN.en.numbers);
    expect(numbers.length > 0 || message.endsWith(sentence) || message.endsWith(headline)).toBe(true);
  });

  it.each(['en', 'ja'] as const)('the picture in %s', async (language) => {
    const svg = ogSvg(await readRun(env.DB, env.DOCUMENTS, run_id), language);
    const { words, numbers } = SPOKEN[language];
    const { memory } = answerOf(record);
    const strip = /<g class="memory">.*?<\/g>/s.exec(svg)?.[0] ?? '';
    expect(strip === '').toBe(memory === null);
    if (memory !== null) {
      // Hatched, with a dashed circle, and in words.
      expect(strip).toMatch(/fill="url\(#hatch\)".*stroke-dasharray/s);
      expect(strip).toContain(words.memoryMeans);
      expect(strip).toContain(numbers.speed(memory.mb_per_s));
    }
    const others = svg.replace(strip, '');
    expect(others.match(/<text/g)?.length).toBeGreaterThan(5);
    for (const value of values) expect(others).not.toContain(value);
    if (memory !== null) expect(others).not.toContain(numbers.speed(memory.mb_per_s));
  });
});

it('of a private window every figure is memory, writes as well', () => {
  const figures = figuresOf(makeUpload({ keptInMemory: true }).record);
  expect(figures.filter(isWriteToMemory).length).toBeGreaterThan(0);
  expect(figures.every(({ read_from }) => read_from === 'cached')).toBe(true);
  const report = reportOf(makeUpload({ keptInMemory: true }).record);
  for (const form of [FORMS.text, FORMS.markdown]) expect(form.write(report)).toContain('kept in memory');
});
