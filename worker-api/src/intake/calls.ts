import { addHistogram, bucketOf, emptyCounts } from '@opfsmark/schema/documents';
import { isRecordOf, type RunRecord } from '@opfsmark/schema/families';

/** The timed calls of one kind in a run, such as the flushed writes of a job: the counts of its loops together. */
export type CallGroups = ReadonlyMap<string, readonly number[]>;

export interface RecordWithCalls {
  readonly record: RunRecord;
  readonly calls: CallGroups;
}

export const withCalls = (record: RunRecord): RecordWithCalls => ({ record, calls: callGroupsOf(record) });

/** The fields that tell one list of calls from another in a result, of whatever family. */
const NAMING_FIELDS = ['row', 'direction', 'reads', 'kind', 'id', 'place', 'step'] as const;

/**
 * The calls of a result by what they are, in an order that does not depend on that of the result. Those of floors are no
 * part of what is measured; of storage for apps, whose calls are not timed one by one, a loop of a contender is a call.
 */
function callGroupsOf(record: RunRecord): CallGroups {
  const groups = new Map<string, number[]>();
  if (isRecordOf(record, 'app-storage')) {
    for (const { contender, cells } of record.result.rows) {
      const counts = emptyCounts();
      for (const ns of cells.flatMap(({ elapsed_ns }) => elapsed_ns)) addTo(counts, bucketOf(ns), 1);
      groups.set(contender, counts);
    }
  } else collectCalls(record.result, '', groups);
  return new Map([...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** An upload is walked with up to four others: without a list of the entries of each object. */
function collectCalls(fields: Fields, path: string, into: Map<string, number[]>): void {
  const names = NAMING_FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [JSON.stringify(fields[name])]));
  const name = `${path}${names.join(' ')}`;
  for (const field in fields) {
    const child = fields[field];
    if (field === 'histogram' && typeof child === 'string' && child !== '') addCalls(into, name, child);
    else if (field === 'floors' || field === 'row') continue;
    else if (Array.isArray(child)) {
      for (const element of child) if (isFields(element)) collectCalls(element, `${name}/${field}`, into);
    } else if (isFields(child)) collectCalls(child, `${name}/${field}`, into);
  }
}

function addCalls(into: Map<string, number[]>, name: string, histogram: string): void {
  const counts = into.get(name) ?? emptyCounts();
  into.set(name, counts);
  addHistogram(histogram, counts);
}

function addTo(counts: number[], bucket: number, n: number): void {
  counts[bucket] = (counts[bucket] ?? 0) + n;
}
