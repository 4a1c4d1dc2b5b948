import { describe, expect, it } from 'vitest';
import { isFromMemory, isRead, figureMark } from '../../src/figures/index.ts';
import type { AppStorageResult } from '../../src/families/app-storage/schema.ts';
import { FAMILY_IDS } from '../../src/families/ids.ts';
import { familyOf, figuresOf, hasFindings, standardPlan } from '../../src/families/families.ts';
import { RunRecord } from '../../src/families/checks.ts';
import { makeFloor, makeRecord, timedSide } from '../../test-support/record.ts';
import * as z from 'zod/mini';

describe('the figures of a record', () => {
  const record = makeRecord();
  record.result.floors = [
    makeFloor({ block_bytes: 1024 ** 2, workers: 8, hot_read: timedSide(130_000, 1000, 1024 ** 2) }),
  ];

  it('are the throughput of every job, most telling first, each with its interval', () => {
    const figures = figuresOf(record);
    expect(figures.map(({ id }) => id)).toContain('seq1m_q8t1 read');
    expect(figures.map(({ name }) => name)).toContain('RND4K Q1 write_burst');
    for (const { low, value, high } of figures) expect(low <= value && value <= high).toBe(true);
  });

  it('say of every read where it came from, and of nothing else', () => {
    for (const figure of figuresOf(record)) {
      expect([figure.id, figure.origin !== null]).toEqual([figure.id, figure.id.endsWith(' read')]);
      if (figure.origin !== null) expect(isFromMemory(figure)).toBe(true);
    }
  });

  it('say of a mix where its reads came from', () => {
    const jobs = record.result.jobs.map((job) => ({ ...job, direction: 'mix' as const }));
    const mixes = figuresOf({ ...record, result: { ...record.result, jobs } });
    expect(mixes.length).toBeGreaterThan(0);
    for (const { origin } of mixes) expect(['mixed', 'unknown']).toContain(origin);
  });

  it('of a write say that its flush did nothing, with a mark of its own', () => {
    const free = structuredClone(record);
    if (free.result.fill) free.result.fill.flush_ns = 0;
    for (const pass of free.result.jobs.flatMap(({ passes }) => passes)) pass.flush_ns = 0;
    const writes = figuresOf(free).filter(({ id }) => / (?:write|flush_each)$/.test(id));
    expect(writes.length).toBeGreaterThan(0);
    for (const figure of writes) {
      expect(figure.origin).toBe('unflushed');
      expect(figureMark(figure)).toBe('unflushed');
      expect([isFromMemory(figure), isRead(figure)]).toEqual([true, false]);
    }
  });

  it('are numbers, whatever the times', () => {
    const jobs = record.result.jobs.map((job) => ({
      ...job,
      passes: job.passes.map((pass) => ({ ...pass, elapsed_ns: 0, total_ns: 0 })),
    }));
    expect(figuresOf({ ...record, result: { ...record.result, jobs } })).toEqual([]);
  });

  it('leave out what was not finished', () => {
    const [job] = record.result.jobs;
    if (!job) throw new Error('no job');
    const jobs = [{ ...job, status: 'stopped' as const }, ...record.result.jobs.slice(1)];
    expect(figuresOf({ ...record, result: { ...record.result, jobs } })).toHaveLength(figuresOf(record).length - 1);
  });
});

describe.each(FAMILY_IDS)('%s', (id) => {
  it('has profiles that are plans of its own, quick among them', () => {
    expect(Object.values(familyOf(id).profiles).every((plan) => plan.family === id)).toBe(true);
    expect(standardPlan(id).profile).toBe('quick');
  });
});

it('has no findings before anything was measured', () => {
  const emptyRecord = { ...makeRecord(), family: 'database', plan: standardPlan('database') } as unknown as RunRecord;
  const result = { family: 'database', phases: [] } as unknown as RunRecord['result'];
  expect(hasFindings({ ...emptyRecord, result })).toBe(false);
});

it('refuses a record whose plan, result and name are not of one family', () => {
  const record = makeRecord();
  expect(z.safeParse(RunRecord, record).success).toBe(true);
  const result: AppStorageResult = { family: 'app-storage', rows: [] };
  for (const changes of [{ result }, { plan: standardPlan('database') }, { family: 'database' }]) {
    expect(z.safeParse(RunRecord, { ...record, ...changes }).success).toBe(false);
  }
});
