import { type Finding, SYSTEM, answerWith, markOf } from '../answer-parts.ts';
import type { Answer } from '../answer.ts';
import type { RecordOf } from '../family.ts';
import { gradeFiles } from '../verdict.ts';
import { smallFileFigures, smallFilesFamily } from './figures.ts';
import type { SmallFilesPlan, SmallFilesResult } from './schema.ts';

export function answer(record: RecordOf<SmallFilesPlan, SmallFilesResult>): Answer {
  const cases = record.result.cases;
  const of = cases.find(({ id }) => id === 'll_4k') ?? cases.find(({ id }) => id === 'hl_4k') ?? cases[0];
  const figure = of && smallFileFigures(of).find(({ step }) => step === 'create');
  const finding = (): Finding | null => {
    if (!figure || !of) return null;
    const { filesPerS, interval } = figure;
    const s_for_10k = 10_000 / filesPerS;
    return {
      sentence: { kind: 'files', per_s: filesPerS, s_for_10k, grade: gradeFiles(s_for_10k) },
      marks: [markOf('file', interval, { from: 'system', detail: { files: of.in_flight } })],
    };
  };
  return answerWith(smallFilesFamily, record, { proof: SYSTEM, finding: finding(), emptyMark: 'file' });
}
