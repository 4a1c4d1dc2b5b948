import type { Answer } from '@opfsmark/schema/answer';
import { answerOf } from '@opfsmark/schema/answer/of';
import type { Declaration } from '@opfsmark/schema/documents';
import { figuresOf, isRecordOf, isScore, SCORE_KINDS, scoreOf, type RunRecord } from '@opfsmark/schema/families';
import type { Figure } from '@opfsmark/schema/figures';
import type { ComparedRun, Scores } from './compare.ts';
import { factsOf } from './facts-of.ts';

/** What is compared of a run: published, kept in this browser, or just measured. */
export interface Comparable {
  readonly run_id: string;
  readonly record: RunRecord;
  readonly declared: Partial<Declaration>;
}

function scoresOf(record: RunRecord): Scores {
  if (!isRecordOf(record, 'matrix')) return {};
  return Object.fromEntries(
    SCORE_KINDS.flatMap((kind) => {
      const score = scoreOf(record, kind);
      return isScore(score) ? [[kind, score.points]] : [];
    }),
  );
}

/** Where memory has no part in it: reads that the drive answered, and writes with their flush. */
function originOf({ read_from }: Figure, { proof, notes }: Answer): 'drive' | 'system' | 'memory' {
  if (read_from !== null) return read_from === 'drive' ? 'drive' : 'memory';
  return proof?.kind === 'system' || notes.includes('flush_does_nothing') ? 'system' : 'drive';
}

/** It loads what is known of every family: a page imports it only where it has a record to read. */
export function comparedRunOf({ run_id, record, declared }: Comparable): ComparedRun {
  const answer = answerOf(record);
  return {
    run_id,
    family: record.family,
    started_at: record.started_at,
    facts: factsOf(record, declared),
    figures: figuresOf(record).map((figure) => ({ ...figure, origin: originOf(figure, answer) })),
    rulers: answer.rulers,
    scores: scoresOf(record),
    clock_step_ns: record.environment.clock_step_ns,
  };
}
