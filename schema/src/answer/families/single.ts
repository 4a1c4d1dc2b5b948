import { cellFigure } from '../../families/app-storage/figures.ts';
import { databaseFigure } from '../../families/database/figures.ts';
import { databaseFlushes } from '../../families/database/plan.ts';
import { durabilityFigures } from '../../families/durability/figures.ts';
import { durabilityFlushes } from '../../families/durability/plan.ts';
import type { FamilyId } from '../../families/ids.ts';
import { type FamilyRecord, flagsOf } from '../../families/families.ts';
import { kneeOf, sweepPoints } from '../../families/sweep/figures.ts';
import { type Level, sustainedFigures } from '../../families/sustained/figures.ts';
import { LOAD_PERCENTILES, underLoadFigures } from '../../families/latency-under-load/figures.ts';
import { pickedFigure } from '../../families/picked-folder/figures.ts';
import { pickedFileFigures } from '../../families/picked-file/figures.ts';
import type { RunRecord } from '../../families/checks.ts';
import { smallFileFigures } from '../../families/small-files/figures.ts';
import { stutterFlushes } from '../../families/stutter/plan.ts';
import { sustainedFlushes } from '../../families/sustained/plan.ts';
import { sweepFlushes } from '../../families/sweep/plan.ts';
import { underLoadFlushes } from '../../families/latency-under-load/plan.ts';
import { verdictOf } from '../../families/app-storage/verdict.ts';
import { type Answer, type Mark, type Proof, RULERS_OF, type Sentence } from '../answer.ts';
import { exactly, flushedBy, markOf, MB, missing, notesOf, once, SYSTEM, whyMissing, withoutEnd } from '../build.ts';
import type { RulerId } from '../rulers.ts';
import { gradeCommits, gradeFiles, gradeFlush, gradeStall } from '../verdict.ts';

/** What a family found: its sentence, and its marks on the one ruler it has. */
interface Finding {
  readonly sentence: Sentence;
  readonly marks: readonly Mark[];
}

interface Single {
  /** Default: the family's. */
  readonly ruler?: RulerId;
  readonly proof: Proof;
  /** `null`: nothing was measured. */
  readonly finding: Finding | null;
  /** The mark that is missing then. */
  readonly emptyMark: Mark['id'];
  /** What is said where flushes do nothing; that nothing is known of the drive without it. */
  readonly whenFlushDoesNothing?: Sentence;
}

/** The answer of a family with one ruler; without findings the ruler is empty and says why. */
function answerWith(record: RunRecord, options: Single): Answer {
  const { ruler = RULERS_OF[record.family][0], proof, finding, emptyMark, whenFlushDoesNothing } = options;
  const notes = notesOf(record, flagsOf(record));
  // Where flushes do nothing, no drive was measured by what they make durable.
  const isFree = proof.kind === 'flushed' && notes.includes('flush_does_nothing');
  const shownFinding: Finding = (isFree ? null : finding) ?? {
    sentence: isFree
      ? (whenFlushDoesNothing ?? { kind: 'nothing', why: 'flush_does_nothing' })
      : { kind: 'nothing', why: record.status === 'stopped' ? 'stopped' : 'failed' },
    marks: [missing(emptyMark, isFree ? 'flush_does_nothing' : whyMissing(record))],
  };
  return {
    family: record.family,
    sentence: shownFinding.sentence,
    rulers: [{ id: ruler, marks: shownFinding.marks }],
    proof: finding ? (isFree ? SYSTEM : proof) : null,
    memory: null,
    notes: finding ? notes : withoutEnd(notes),
  };
}

/** What is left of the first speed below this is a cliff. */
const CLIFF = 0.9;

/** Points of a sweep that wrote: nothing tells where its reads came from. */
const writtenPoints = (record: FamilyRecord<'block-sweep' | 'queue-sweep'>) =>
  sweepPoints(record.result).filter(({ direction }) => direction === 'write');

/** Half of what the drive takes: busy, and no queue that grows. */
const LOAD_PERCENT = 50;
/** The first that enough calls lie beyond. */
const PERCENTILES = ['p99', 'p95', 'p50'] as const;

const PAIRED = { kind: 'paired' } as const;

/** How each family with one ruler answers. */
export const SINGLE_ANSWERS: { readonly [Id in Exclude<FamilyId, 'matrix'>]: (record: FamilyRecord<Id>) => Answer } = {
  stutter(record) {
    const { pass } = record.result;
    const { proof, from } = flushedBy(record.plan.flush === 'each', stutterFlushes(record));
    const ns = Math.max(pass?.read?.max_ns ?? 0, pass?.write?.max_ns ?? 0);
    const calls = (pass?.read?.ops ?? 0) + (pass?.write?.ops ?? 0);
    const finding: Finding | null =
      calls === 0
        ? null
        : {
            sentence: { kind: 'stall', ns, grade: gradeStall(ns) },
            marks: [markOf('stall', exactly(ns), { from, detail: { calls } })],
          };
    return answerWith(record, { proof, finding, emptyMark: 'stall' });
  },

  'small-files'(record) {
    const cases = record.result.cases;
    const of = cases.find(({ id }) => id === 'll_4k') ?? cases.find(({ id }) => id === 'hl_4k') ?? cases[0];
    const figure = of && smallFileFigures(of).find(({ step }) => step === 'create');
    const finding = (): Finding | null => {
      if (!figure || !of) return null;
      const { filesPerS, interval } = figure;
      const s_for_10k = 10_000 / filesPerS;
      return {
        sentence: { kind: 'files', per_s: filesPerS, s_for_10k, grade: gradeFiles(s_for_10k) },
        marks: [markOf('file', interval, { from: 'system' })],
      };
    };
    return answerWith(record, { proof: SYSTEM, finding: finding(), emptyMark: 'file' });
  },

  'block-sweep'(record) {
    const points = kneeOf(writtenPoints(record), 'bytesPerS');
    const { proof, from } = flushedBy(true, sweepFlushes(record));
    const finding = (): Finding | null => {
      const [bestBytesPerS, knee] = [points?.best.bytesPerS, points?.knee];
      if (!bestBytesPerS || !knee) return null;
      const block_bytes = knee.row.block_bytes;
      return {
        sentence: { kind: 'block_knee', block_bytes, mb_per_s: bestBytesPerS / MB },
        marks: [markOf('block_write', once(bestBytesPerS), { from, per: MB, detail: { block_bytes } })],
      };
    };
    return answerWith(record, { proof, finding: finding(), emptyMark: 'block_write' });
  },

  'queue-sweep'(record) {
    const points = writtenPoints(record);
    const knee = kneeOf(points, 'iops');
    const singleIops = points[0]?.iops;
    const { proof, from } = flushedBy(true, sweepFlushes(record));
    const finding = (): Finding | null => {
      const bestIops = knee?.best.iops;
      if (!bestIops || !singleIops) return null;
      const queues = knee.knee.row.queues;
      return {
        sentence: { kind: 'queue_knee', queues, per_s: bestIops, factor: bestIops / singleIops },
        marks: [markOf('queue_write', once(bestIops), { from, detail: { queues: knee.best.row.queues } })],
      };
    };
    return answerWith(record, { proof, finding: finding(), emptyMark: 'queue_write' });
  },

  durability(record) {
    const figures = durabilityFigures(record.result);
    const flushes = durabilityFlushes(record);
    const { proof, from } = flushedBy(true, flushes);
    const eachFigure = figures.find(({ mode }) => mode === 'each');
    const finding = (): Finding | null => {
      if (!eachFigure) return null;
      const ratio = eachFigure.ratio === null ? 1 : 1 / eachFigure.ratio;
      // Where flushes cost something they do something.
      if (gradeFlush(ratio) === 'free' && flushes.witnesses.length === 0) {
        const marks = [missing('flushed_each', 'unknown_source')];
        return { sentence: { kind: 'nothing', why: 'too_little' }, marks };
      }
      return {
        sentence: { kind: 'flush_cost', ratio, mb_per_s: eachFigure.bytesPerS / MB, grade: gradeFlush(ratio) },
        marks: [markOf('flushed_each', eachFigure.interval, { from, per: MB })],
      };
    };
    const whenFlushDoesNothing: Sentence = { kind: 'unsafe' };
    return answerWith(record, { proof, finding: finding(), emptyMark: 'flushed_each', whenFlushDoesNothing });
  },

  'latency-under-load'(record) {
    const load = underLoadFigures(record.result).loads.find(({ percent }) => percent === LOAD_PERCENT);
    const { proof, from } = flushedBy(true, underLoadFlushes(record));
    const finding = (): Finding | null => {
      const id = PERCENTILES.find((percentile) => load?.percentiles[percentile]);
      const wait = id && load?.percentiles[id];
      if (!wait) return null;
      const share = LOAD_PERCENTILES[id];
      return {
        sentence: { kind: 'busy', ns: wait.value, share },
        marks: [markOf('busy_save', wait, { from, detail: { percent: 100 * share, load: LOAD_PERCENT } })],
      };
    };
    return answerWith(record, { proof, finding: finding(), emptyMark: 'busy_save' });
  },

  sustained(record) {
    const { levels, hasFallen } = sustainedFigures(record.result, record.plan);
    const [first, last] = [levels[0], levels.at(-1)];
    const { proof, from } = flushedBy(true, sustainedFlushes(record));
    const finding = (): Finding | null => {
      if (!first || !last) return null;
      const end = last.bytesPerS;
      const share = end / first.bytesPerS;
      const mb_per_s = end / MB;
      const mark = (id: 'kept' | 'at_first' | 'at_last', value: number) => markOf(id, once(value), { from, per: MB });
      if (!hasFallen) {
        const bytes = (last.toRound - last.fromRound) * record.plan.round_bytes;
        return { sentence: { kind: 'steady', mb_per_s, bytes }, marks: [mark('kept', end)] };
      }
      const marks = [mark('at_last', end), mark('at_first', first.bytesPerS)];
      if (share >= CLIFF) {
        const farFromEnd = ({ bytesPerS }: Level) => Math.abs(Math.log(bytesPerS / end));
        const farthestLevel = levels.reduce((farthest, level) =>
          farFromEnd(level) > farFromEnd(farthest) ? level : farthest,
        );
        return { sentence: { kind: 'changed', mb_per_s, between_mb_per_s: farthestLevel.bytesPerS / MB }, marks };
      }
      const cliff = levels.slice(1).reduce((low, level) => ((level.ratio ?? 1) < (low.ratio ?? 1) ? level : low));
      const after_bytes = cliff.afterBytes;
      return {
        sentence: { kind: 'cliff', first_mb_per_s: first.bytesPerS / MB, mb_per_s, share, after_bytes },
        marks,
      };
    };
    return answerWith(record, { proof, finding: finding(), emptyMark: 'at_last' });
  },

  database(record) {
    const phase = record.result.phases.find(({ id }) => id === 'single');
    const { proof, from } = flushedBy(record.plan.synchronous === 'full', databaseFlushes(record));
    const finding = (): Finding | null => {
      if (!phase || phase.elapsed_ns === 0) return null;
      const { rowsPerS } = databaseFigure(phase);
      return {
        sentence: { kind: 'commits', per_s: rowsPerS, grade: gradeCommits(rowsPerS) },
        marks: [markOf('commit', once(rowsPerS), { from })],
      };
    };
    return answerWith(record, { proof, finding: finding(), emptyMark: 'commit' });
  },

  /** How many small values the store that a note-taking app should use saves, each in a commit of its own. */
  'app-storage'(record) {
    const verdict = verdictOf(record.result, 'notes');
    const row = record.result.rows.find(({ contender }) => contender === verdict?.best);
    const putTime = row && cellFigure(row, 'put')?.perOpNs;
    const finding = (): Finding | null => {
      if (!verdict || !row || !putTime) return null;
      const rate = { ...putTime, value: 1e9 / putTime.value, low: 1e9 / putTime.high, high: 1e9 / putTime.low };
      const sentence: Sentence = { kind: 'best_store', contender: row.contender, per_s: rate.value };
      return { sentence, marks: [markOf('item', rate, { from: 'system' })] };
    };
    return answerWith(record, { proof: SYSTEM, finding: finding(), emptyMark: 'item' });
  },

  'picked-folder'(record) {
    const { result } = record;
    const cell = result.cells.find(({ place, step }) => place === 'picked' && step === 'write');
    const writeBytesPerS = cell ? pickedFigure(cell, result)?.closedBytesPerS : null;
    const finding: Finding | null = writeBytesPerS
      ? {
          sentence: { kind: 'folder_write', mb_per_s: writeBytesPerS / MB },
          marks: [markOf('folder_write', once(writeBytesPerS), { from: 'system', per: MB })],
        }
      : null;
    return answerWith(record, { proof: SYSTEM, finding, emptyMark: 'folder_write' });
  },

  /** What the drive adds to a small read; without it, how fast the file was read in order. */
  'picked-file'(record) {
    const { pair, best } = pickedFileFigures(record.result);
    if (pair?.driveNs) {
      const perS = 1e9 / pair.driveNs;
      const finding: Finding = {
        sentence: { kind: 'drive_wait', ns: pair.driveNs },
        marks: [markOf('drive_wait', once(perS), { from: 'drive' })],
      };
      return answerWith(record, { proof: PAIRED, finding, emptyMark: 'small_read' });
    }
    if (best?.readFrom === 'drive') {
      const finding: Finding = {
        sentence: { kind: 'large_read', mb_per_s: best.bytesPerS / MB },
        marks: [markOf('large_read', once(best.bytesPerS), { from: 'drive', per: MB })],
      };
      return answerWith(record, { ruler: 'moves', proof: PAIRED, finding, emptyMark: 'large_read' });
    }
    if (pair?.readFrom === 'mixed') {
      const share_from_memory = pair.shareFromMemory;
      const finding: Finding = {
        sentence: { kind: 'nothing', why: 'mixed' },
        marks: [{ ...missing('small_read', 'from_memory'), share_from_memory }],
      };
      return answerWith(record, { proof: { kind: 'mixed', share_from_memory }, finding, emptyMark: 'small_read' });
    }
    const finding: Finding | null =
      pair || best ? { sentence: { kind: 'unknown_read' }, marks: [missing('small_read', 'unknown_source')] } : null;
    return answerWith(record, { proof: finding ? { kind: 'unknown' } : SYSTEM, finding, emptyMark: 'small_read' });
  },
};
