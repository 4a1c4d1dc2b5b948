import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { standardPlan, RunRecord, type AppStorageResult } from '../../src/families/index.ts';
import { makeRecord } from '../../test-support/record.ts';

it('refuses a record whose plan, result and name are not of one family', () => {
  const record = makeRecord();
  expect(z.safeParse(RunRecord, record).success).toBe(true);
  const result: AppStorageResult = { family: 'app-storage', rows: [] };
  for (const wrong of [{ result }, { plan: standardPlan('database') }, { family: 'database' }]) {
    expect(z.safeParse(RunRecord, { ...record, ...wrong }).success).toBe(false);
  }
});
