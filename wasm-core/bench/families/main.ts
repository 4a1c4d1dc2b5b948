import { databaseFigure, familyPlanOf, type DatabasePlan, type DatabaseResult } from '@opfsmark/schema';
import { run } from '../../ts/index.ts';
import type { CreateRequest } from './orders.ts';

/** What bench/families.mjs drives: orders of creating files, and the database family itself. */
let worker: Worker | null = null;

function createFiles(request: CreateRequest): Promise<number> {
  worker ??= new Worker(new URL('./worker/create.ts', import.meta.url), { type: 'module' });
  const asked = worker;
  return new Promise((resolve, reject) => {
    asked.onmessage = ({ data }: MessageEvent<{ filesPerS?: number; error?: string }>) => {
      if (data.filesPerS === undefined) reject(new Error(data.error));
      else resolve(data.filesPerS);
    };
    asked.onerror = ({ message }) => reject(new Error(message));
    asked.postMessage(request);
  });
}

async function database(changes: Partial<DatabasePlan>): Promise<{ result: DatabaseResult; rowsPerS: number[] }> {
  const record = await run({ plan: { ...familyPlanOf('database'), ...changes } });
  if (record.result.family !== 'database' || record.status !== 'done') {
    throw new Error(record.failure?.detail ?? `the run is ${record.status}`);
  }
  const { result } = record;
  return { result, rowsPerS: result.phases.map((phase) => databaseFigure(phase).rowsPerS) };
}

Object.assign(window, { bench: { createFiles, database } });
