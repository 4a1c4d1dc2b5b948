import { isRecordOf, type FamilyRecord, type RunRecord } from '@opfsmark/schema/families';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cliFamilyOf } from '../families.ts';
import { markedHeadline, tableOf } from '../report.ts';

/** A record of a real run. */
function real(name: string): FamilyRecord<'matrix'> {
  const url = new URL(`../../../worker-api/proof/real/${name}.json`, import.meta.url);
  const record = JSON.parse(readFileSync(url, 'utf8')) as RunRecord;
  if (!isRecordOf(record, 'matrix')) throw new Error(`${name} is of another family`);
  return record;
}

const lineWith = (table: string, name: string) => table.split('\n').find((line) => line.startsWith(name)) ?? '';

describe('the table of a run', () => {
  it('gives no speed to a drive read that memory answered beside a read from memory', () => {
    const table = tableOf(real('node-quick'));
    expect(lineWith(table, 'SEQ1M Q1 read, drive')).toMatch(/ –  +.*from memory$/);
    expect(lineWith(table, 'SEQ1M Q1 read, memory')).toMatch(/ [\d,]+ .* from memory$/);
    expect(lineWith(table, 'RND4K Q1 read, drive')).toMatch(/ [\d,.]+ .* drive$/);
  });

  it('begins small writes with those that were saved one by one', () => {
    const lines = tableOf(real('node-quick')).split('\n');
    const at = (name: string) => lines.findIndex((line) => line.startsWith(name));
    expect(at('RND4K Q1 write, flushed each time')).toBeGreaterThan(-1);
    expect(at('RND4K Q1 write, flushed each time')).toBeLessThan(at('RND4K Q1 write burst, flushed once'));
    expect(at('SEQ1M Q1 write, flushed each time')).toBe(-1);
  });

  it('says how many calls were in flight where the name promises more', () => {
    const table = tableOf(real('chromium-quick'));
    expect(lineWith(table, 'RND4K Q32 read, memory')).toContain('23.1 of 32');
    expect(lineWith(table, 'RND4K Q1 read, memory')).not.toContain(' of ');
  });
});

describe('the line of a finished test', () => {
  it('marks what memory answered, while the run goes on', () => {
    const { plan, result, environment } = real('node-quick');
    const lines = cliFamilyOf(plan.family).finishedLines?.(result, environment) ?? [];
    expect(lineWith(lines.join('\n'), 'SEQ1M Q1 read, drive')).toMatch(/MB\/s \(from memory\)$/);
    expect(lineWith(lines.join('\n'), 'RND4K Q1 read, drive')).toMatch(/MB\/s$/);
  });

  it('marks what was written where a flush did nothing, a mix too, and so does the table', () => {
    const record = real('node-mix');
    if (record.result.fill) record.result.fill.flush_ns = 0;
    for (const pass of record.result.jobs.flatMap(({ passes }) => passes)) pass.flush_ns = 0;
    for (const direction of ['write', 'mix'] as const) {
      const job = record.result.jobs.find((own) => own.direction === direction);
      expect(job && markedHeadline(job, record)).toMatch(/MB\/s \(flush did nothing\)$/);
      expect(lineWith(tableOf(record), `SEQ1M Q8 ${direction}`)).toMatch(/flush did nothing$/);
    }
  });
});
