import { type Finding, answerWith, exactly, flushedBy, markOf } from '../answer-parts.ts';
import type { Answer } from '../answer.ts';
import { passOps } from '../../figures/derive.ts';
import type { RecordOf } from '../family.ts';
import { gradeStall } from '../verdict.ts';
import { stutterFamily } from './figures.ts';
import { stutterFlushes } from './plan.ts';
import type { StutterPlan, StutterResult } from './schema.ts';

export function answer(record: RecordOf<StutterPlan, StutterResult>): Answer {
  const { pass } = record.result;
  const { proof, from } = flushedBy(record.plan.flush === 'each', stutterFlushes(record));
  const ns = Math.max(pass?.read?.max_ns ?? 0, pass?.write?.max_ns ?? 0);
  const calls = pass ? passOps(pass) : 0;
  const finding: Finding | null =
    calls === 0
      ? null
      : {
          sentence: { kind: 'stall', ns, grade: gradeStall(ns) },
          marks: [markOf('stall', exactly(ns), { from, detail: { calls } })],
        };
  return answerWith(stutterFamily, record, { proof, finding, emptyMark: 'stall' });
}
