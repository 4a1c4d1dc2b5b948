import type { Failure } from '../../documents/index.ts';
import { afterFailures, answerWith, type Finding, markOf, SYSTEM } from '../answer-parts.ts';
import type { Answer, Sentence } from '../answer.ts';
import type { RecordOf } from '../family.ts';
import { CONTENDERS } from './contender-ids.ts';
import { appStorageFamily, cellFigure } from './figures.ts';
import type { AppStoragePlan, AppStorageResult } from './schema.ts';
import { verdictOf } from './verdict.ts';

/** Of a library alone an error of input or output may be its own: those of a drive that fails are of all. */
function failuresOfDrive({ rows }: AppStorageResult): Failure[] {
  const failedRows = rows.filter(({ failure }) => failure?.code === 'io_error' || failure?.code === 'write_error');
  const libraries = new Set(failedRows.map(({ contender }) => CONTENDERS[contender].library));
  const isOfAll = libraries.size > 1 && rows.every(({ status }) => status !== 'done');
  return isOfAll ? failedRows.flatMap(({ failure }) => failure ?? []) : [];
}

/** How many small values the store that a note-taking app should use saves, each in a commit of its own. */
export function answer(record: RecordOf<AppStoragePlan, AppStorageResult>): Answer {
  const verdict = verdictOf(record.result, 'notes');
  const row = record.result.rows.find(({ contender }) => contender === verdict?.best);
  const putTime = row && cellFigure(row, 'put')?.perOpNs;
  const finding = (): Finding | null => {
    if (!verdict || !row || !putTime) return null;
    const rate = { ...putTime, value: 1e9 / putTime.value, low: 1e9 / putTime.high, high: 1e9 / putTime.low };
    const sentence: Sentence = { kind: 'best_store', contender: row.contender, per_s: rate.value };
    return { sentence, marks: [markOf('item', rate, { from: 'system' })] };
  };
  const found = answerWith(appStorageFamily, record, { proof: SYSTEM, finding: finding(), emptyMark: 'item' });
  return afterFailures(found, failuresOfDrive(record.result));
}
