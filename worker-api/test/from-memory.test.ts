import { env } from 'cloudflare:workers';
import { OEmbed, ShieldsBadge } from '@opfsmark/schema/api';
import { answerOf } from '@opfsmark/schema/answer/of';
import { FAMILY_IDS, figuresOf, type RunRecord } from '@opfsmark/schema/families';
import { isFromMemory, memoryMark } from '@opfsmark/schema/figures';
import { beforeEach, describe, expect, it } from 'vitest';
import { valueText } from '../src/figures/format.ts';
import { figureTitle } from '../src/figures/words.ts';
import { SPOKEN } from '../src/figures/languages.ts';
import { ogSvg } from '../src/pictures/og.ts';
import { readRun } from '../src/views/run-view.ts';
import { ask, forgetResults, publish } from './client.ts';
import { DELETION_SHA256 } from './factory.ts';
import { REAL_RECORDS } from './real-records.ts';

beforeEach(forgetResults);

const publishReal = async (record: RunRecord) =>
  publish({ record, declared: { device: 'Marked' }, deletion_sha256: DELETION_SHA256 });
const textOf = async (path: string) => (await ask(path)).text();

const FROM_MEMORY = 'from memory';

/** Values of reads that memory answered, and none that another figure shows as well. */
function memoryValues(record: RunRecord): string[] {
  const figures = figuresOf(record);
  const ofDrive = new Set(figures.filter((figure) => !isFromMemory(figure)).map(valueText));
  return figures
    .filter(isFromMemory)
    .map(valueText)
    .filter((text) => !ofDrive.has(text));
}

it('the records are of every family', () => {
  expect(new Set(REAL_RECORDS.map(([, { family }]) => family))).toEqual(new Set(FAMILY_IDS));
});

describe.each(REAL_RECORDS)('of %s no read from memory stands unmarked in', (_, record) => {
  const { family } = record;
  const values = memoryValues(record);

  it('badge and oEmbed', async () => {
    const { run_id } = await publishReal(record);
    const page = encodeURIComponent(`https://opfsmark.test/r/${run_id}`);
    const { title, html } = OEmbed.parse(JSON.parse(await textOf(`/oembed?url=${page}`)));
    const { message } = ShieldsBadge.parse(JSON.parse(await textOf(`/badge/${run_id}.json`)));
    for (const text of [title, html, message, await textOf(`/badge/${run_id}.svg`)]) {
      if (values.some((value) => text.includes(value))) expect(text).toContain(FROM_MEMORY);
    }
    expect(title).toContain(message);
  });

  it.each(['en', 'ja'] as const)('the picture in %s', async (language) => {
    const { run_id } = await publishReal(record);
    const svg = ogSvg(await readRun(env.DB, env.DOCUMENTS, run_id), language);
    const { words, numbers } = SPOKEN[language];
    const { memory } = answerOf(record);
    const texts = svg.match(/<text.*?<\/text>/g) ?? [];
    expect(texts.length).toBeGreaterThan(5);
    const marked = texts.filter((text) => text.includes(words.memoryMeans));
    expect(marked).toHaveLength(memory === null ? 0 : 1);
    const others = texts.filter((text) => !marked.includes(text)).join('\n');
    for (const value of values) expect(others).not.toContain(value);
    if (memory !== null) expect(others).not.toContain(numbers.speed(memory.mb_per_s));
  });

  it('text', async () => {
    const { run_id } = await publishReal(record);
    const lines = (await textOf(`/api/v1/runs/${run_id}.txt`)).split('\r\n');
    const marked = figuresOf(record).filter(isFromMemory);
    for (const figure of marked) {
      const line = lines.find((one) => one.includes(figureTitle(family, figure)) && one.includes(valueText(figure)));
      if (line !== undefined) expect(line).toContain(`(${memoryMark(figure)})`);
    }
    expect(lines.filter((line) => line.includes(FROM_MEMORY))).toHaveLength(marked.length);
  });

  it('CSV: one line per figure, with its unit and where it was read from', async () => {
    const { run_id } = await publishReal(record);
    const [head = '', ...lines] = (await textOf(`/api/v1/runs/${run_id}.csv`)).trimEnd().split('\r\n');
    const figures = figuresOf(record);
    expect(lines).toHaveLength(figures.length);
    expect(head).toMatch(/,figure,name,unit,better,value,low,high,p99_ns,read_from$/);
    lines.forEach((line, index) => {
      const figure = figures[index];
      expect(line).toContain(`,${figure?.unit},${figure?.better},${figure?.value},`);
      expect(line.split(',').at(-1)).toBe(figure?.read_from ?? '');
    });
  });
});
