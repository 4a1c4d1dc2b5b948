import { expect, it } from 'vitest';
import jobHeader from '../../include/opfsmark/job.h?raw';
import resultHeader from '../../include/opfsmark/result.h?raw';
import { ABI_VERSION, ERRORS, FIELDS, JOB_BYTES, JobView, SIDE_FIELDS, SIDES } from './abi.ts';

const number = (text: string) => Number(text.replaceAll("'", ''));

/** The offsets that the compiler has been made to confirm. */
function assertedOffsets(struct: string): Record<string, number> {
  const asserted = jobHeader.matchAll(new RegExp(`offsetof\\(${struct}, ([\\w.]+)\\) == ([\\d']+)`, 'g'));
  return Object.fromEntries([...asserted].map(([, field = '', offset = '']) => [field, number(offset)]));
}

it('mirrors every offset of the job', () => {
  const fields = Object.entries(FIELDS).map(([field, { offset }]) => [field, offset]);
  const sides = Object.entries(SIDES).map(([side, offset]) => [`outcome.${side}`, offset]);
  expect(Object.fromEntries([...fields, ...sides])).toEqual(assertedOffsets('Job'));
});

it('mirrors every offset of a side', () => {
  expect(SIDE_FIELDS).toEqual(assertedOffsets('Side'));
});

it('mirrors version and size', () => {
  expect(number(/sizeof\(Job\) == ([\d']+)/.exec(jobHeader)?.[1] ?? '')).toBe(JOB_BYTES);
  expect(number(/kAbiVersion = (\d+)/.exec(jobHeader)?.[1] ?? '')).toBe(ABI_VERSION);
});

it('names the errors of the core in their order', () => {
  const codes = [...resultHeader.matchAll(/^ {2}k(\w+) = (\d+),$/gm)];
  const names = codes.map(([, name = '']) => name.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase());
  expect(names).toEqual([...ERRORS]);
  expect(codes.map(([, , value]) => Number(value))).toEqual(ERRORS.map((_, index) => index));
});

it('ends the window of a worker that left the barrier late with that of the first', () => {
  const memory = new ArrayBuffer(JOB_BYTES);
  const job = new JobView(() => memory, 0);
  job.request({ limit_ns: 1e9 });
  job.shortenLimit(0.41e9);
  expect(job.get('request.limit_ns')).toBe(0.59e9);
  job.shortenLimit(2e9);
  expect(job.get('request.limit_ns')).toBe(1);
  job.request({ limit_ns: 0 });
  job.shortenLimit(1e9);
  expect(job.get('request.limit_ns')).toBe(0);
});
