import {
  databaseFigure,
  smallFileFigures,
  storageApiFigure,
  type FamilyRecord,
  type StorageApiCell,
} from '../../families/index.ts';
import { KIB } from '../../documents/index.ts';
import type { Answer, Sentence } from '../answer.ts';
import { markOf } from '../build.ts';
import { gradeCommits, gradeFiles, gradeStall } from '../grades.ts';
import { answerWith, exactly, FLUSHED, once, SYSTEM, type Found } from '../single.ts';

export function stutterAnswer(record: FamilyRecord<'stutter'>): Answer {
  const { pass } = record.result;
  const proof = record.plan.flush === 'each' ? FLUSHED : SYSTEM;
  const from = record.plan.flush === 'each' ? 'drive' : 'system';
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
    const { filesPerS, seconds, minSeconds, maxSeconds } = figure;
    const files = filesPerS * seconds;
    const s_for_10k = 10_000 / filesPerS;
    const interval = { value: filesPerS, low: files / maxSeconds, high: files / minSeconds };
    return {
      sentence: { kind: 'files', per_s: filesPerS, s_for_10k, grade: gradeFiles(s_for_10k) },
      marks: [markOf('file', interval, { from: 'system' })],
    };
  };
  return answerWith(record, { ruler: 'files', proof: SYSTEM, found: found(), empty: 'file' });
}

export function databaseAnswer(record: FamilyRecord<'database'>): Answer {
  const phase = record.result.phases.find(({ id }) => id === 'single');
  const isSafe = record.plan.synchronous === 'full';
  const found = (): Found | null => {
    if (!phase || phase.elapsed_ns === 0) return null;
    const { rowsPerS } = databaseFigure(phase);
    return {
      sentence: { kind: 'commits', per_s: rowsPerS, grade: gradeCommits(rowsPerS) },
      marks: [markOf('commit', once(rowsPerS), { from: isSafe ? 'drive' : 'system' })],
    };
  };
  return answerWith(record, { ruler: 'commits', proof: isSafe ? FLUSHED : SYSTEM, found: found(), empty: 'commit' });
}

export function storageApisAnswer(record: FamilyRecord<'storage-apis'>): Answer {
  const { result } = record;
  const isSmall = ({ direction, block_bytes }: StorageApiCell) => direction === 'write' && block_bytes === 4 * KIB;
  const ranked = result.cells
    .filter(isSmall)
    .flatMap((cell) => {
      const figure = storageApiFigure(cell, result);
      return figure ? [{ api: cell.api, per_s: figure.opsPerS }] : [];
    })
    .toSorted((a, b) => b.per_s - a.per_s);
  const [best, last] = [ranked[0], ranked.at(-1)];
  const found = (): Found | null => {
    if (!best || !last) return null;
    const sentence: Sentence =
      best === last
        ? { kind: 'only_api', api: best.api, per_s: best.per_s }
        : { kind: 'best_api', api: best.api, slowest: last.api, factor: best.per_s / last.per_s };
    return { sentence, marks: [markOf('item', once(best.per_s), { from: 'system' })] };
  };
  return answerWith(record, { ruler: 'items', proof: SYSTEM, found: found(), empty: 'item' });
}
