import { CONTENDER_IDS, standardPlan, type ContenderId, type AppStoragePlan } from '@opfsmark/schema/families';
import { run } from '../../ts/index.ts';

/** One put that was answered, by the clock of the system. */
export interface AnsweredPut {
  readonly atMs: number;
}

/** What syncs/count.mjs and the end-to-end tests drive: puts with pauses, the look at what is left, and the family itself. */
function putSlowly(contender: ContenderId, puts: number, pauseMs: number): Promise<number[]> {
  const worker = new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ answeredMs: number[] } | { error: string }>) => {
      worker.terminate();
      if ('error' in data) reject(new Error(data.error));
      else resolve(data.answeredMs);
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ contender, puts, pauseMs });
  });
}

const measure = (changes: Partial<AppStoragePlan>) => run({ plan: { ...standardPlan('app-storage'), ...changes } });

Object.assign(window, { bench: { contenders: CONTENDER_IDS, putSlowly, measure } });
