import { expect, it } from 'vitest';
import { contradictions, RunRecord } from '@opfsmark/schema';
import { deriveJobs } from '../src/derived.ts';

const RECORDS = import.meta.glob<unknown>('../proof/real/*-*.json', { eager: true, import: 'default' });

it('there are records of real runs', () => {
  expect(Object.keys(RECORDS).length).toBeGreaterThanOrEqual(7);
});

it.each(Object.entries(RECORDS))('%s contradicts nothing', (_, text) => {
  const record = RunRecord.parse(text);
  expect(contradictions(record)).toEqual([]);
  expect(deriveJobs(record).every((job) => job.figures.length > 0)).toBe(true);
});
