import {
  cellFigure,
  databaseFigure,
  databaseFlushes,
  smallFileFigures,
  stutterFlushes,
  verdictOf,
  type FamilyRecord,
} from '../../families/index.ts';
import type { Answer, Sentence } from '../answer.ts';
import { exactly, flushedBy, markOf, once, SYSTEM } from '../build.ts';
import { gradeCommits, gradeFiles, gradeStall } from '../grades.ts';
import { answerWith, type Found } from '../single.ts';

export function stutterAnswer(record: FamilyRecord<'stutter'>): Answer {
  const { pass } = record.result;
  const { proof, from } = flushedBy(record.plan.flush === 'each', stutterFlushes(record));
  const ns = Math.max(pass?.read?.max_ns ?? 0, pass?.write?.max_ns ?? 0);
  const calls = (pass?.read?.ops ?? 0) + (pass?.write?.ops ?? 0);
  const found: Found | null =
    calls === 0
      ? null
      : {
          sentence: { kind: 'stall', ns, grade: gradeStall(ns) },
          marks: [markOf('stall', exactly(ns), { from, detail: { calls } })],
        };
  return answerWith(record, { ruler: 'waits', proof: proof, found: found, empty: 'stall' });
}

export function smallFilesAnswer(record: FamilyRecord<'small-files'>): Answer {
  const cases = record.result.cases;
  const of = cases.find(({ id }) => id === 'll_4k') ?? cases.find(({ id }) => id === 'hl_4k') ?? cases[0];
  const figure = of && smallFileFigures(of).find(({ step }) => step === 'create');
  const found = (): Found | null => {
    if (!figure || !of) return null;
    const { filesPerS, interval } = figure;
    const s_for_10k = 10_000 / filesPerS;
    return {
      sentence: { kind: 'files', per_s: filesPerS, s_for_10k, grade: gradeFiles(s_for_10k) },
      marks: [markOf('file', interval, { from: 'system' })],
    };
  };
  return answerWith(record, { ruler: 'files', proof: SYSTEM, found: found(), empty: 'file' });
}

export function databaseAnswer(record: FamilyRecord<'database'>): Answer {
  const phase = record.result.phases.find(({ id }) => id === 'single');
  const { proof, from } = flushedBy(record.plan.synchronous === 'full', databaseFlushes(record));
  const found = (): Found | null => {
    if (!phase || phase.elapsed_ns === 0) return null;
    const { rowsPerS } = databaseFigure(phase);
    return {
      sentence: { kind: 'commits', per_s: rowsPerS, grade: gradeCommits(rowsPerS) },
      marks: [markOf('commit', once(rowsPerS), { from })],
    };
  };
  return answerWith(record, { ruler: 'commits', proof, found: found(), empty: 'commit' });
}

/** How many small values the fastest store for a note-taking app saves, each in a commit of its own. */
export function appStorageAnswer(record: FamilyRecord<'app-storage'>): Answer {
  const verdict = verdictOf(record.result, 'notes');
  const row = record.result.rows.find(({ contender }) => contender === verdict?.best[0]);
  const put = row && cellFigure(row, 'put')?.perOpNs;
  const found = (): Found | null => {
    if (!verdict || !row || !put) return null;
    const rate = { ...put, value: 1e9 / put.value, low: 1e9 / put.high, high: 1e9 / put.low };
    const sentence: Sentence = {
      kind: 'best_store',
      contender: row.contender,
      per_s: rate.value,
      ties: verdict.best.length - 1,
    };
    return { sentence, marks: [markOf('item', rate, { from: 'system' })] };
  };
  return answerWith(record, { ruler: 'items', proof: SYSTEM, found: found(), empty: 'item' });
}
