import { newRunId } from '@opfsmark/schema/documents';
import { describe, expect, it } from 'vitest';
import { problemOf, put } from './client.ts';
import { confusionProblem, normalizeText, textProblem } from '../src/intake/text-rules.ts';
import { makeUpload } from './factory.ts';

const problem = (name: string) => {
  const text = normalizeText(name);
  return textProblem(text) ?? confusionProblem(text);
};

describe('names', () => {
  it.each([
    'MacBook Pro 14 (2023)',
    'ThinkPad X1 Gen 11',
    'Samsung 980 PRO 2.0TB v1.2',
    'レッツノート CF-SV9',
    '联想 ThinkPad X1',
    '삼성 갤럭시북 Pro',
    'Сервер отдела',
    'Ноутбук Dell',
    'جهاز تخزين ABC 123',
    'Ёлка 3',
    'Ordinateur à Noël',
    'Máy tính xách tay Điện',
    'µSD 128 GB',
    'เครื่องของฉัน',
    'ASUSTeK COMPUTER INC. Z790',
    '123',
  ])('%s is taken', (name) => expect(problem(name)).toBeNull());

  it.each([
    ['Buy at cheap-drives.com', 'address'],
    ['https://example.test/x', 'address'],
    ['www.example', 'address'],
    ['me@example.org', 'address'],
    ['МасBook Pro', 'different scripts'],
    ['Αсer', 'different scripts'],
    ['Асе', 'look like Latin'],
    ['Асе Pro', 'look like Latin'],
    ['Z̷̢̛a̴͝lgo', 'marks'],
    ['Mac\u200bBook', 'invisible'],
    ['\u202eMac', 'invisible'],
    ['ᚠᚢᚦ', 'script'],
  ])('%s is refused: %s', (name, reason) => expect(problem(name)).toContain(reason));
});

describe('an upload', () => {
  it.each([
    ['/declared/device', { declared: { device: 'МасBook' } }],
    ['/declared/drive', { declared: { drive: 'get it on shop.example.com' } }],
    ['/declared/note', { declared: { note: 'see www.example.com' } }],
    ['/record/environment/core_version', { environment: { core_version: '0.1 <b>' } }],
  ])('with a text that must not be shown is refused at %s', async (pointer, made) => {
    const response = await put(newRunId(), makeUpload(made));
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors?.map((error) => error.pointer)).toEqual([pointer]);
  });
});
