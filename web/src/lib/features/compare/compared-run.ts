import type { Declaration } from '@opfsmark/schema/documents';
import { familyOf, figuresOf, type Plan, type RunRecord } from '@opfsmark/schema/families';
import { fileBytesOf } from '@opfsmark/schema/families/file-bytes';
import { idbEngineOf } from '@opfsmark/schema/families/app-storage/figures';
import { largeRowsOf } from '@opfsmark/schema/families/matrix/answer';
import { scorePoints } from '@opfsmark/schema/families/matrix/score';
import { fieldsOf } from '@opfsmark/schema/plan';
import { clientName } from '$lib/base/format/text.ts';
import { type ComparedRun, type Facts, type FactValue, PLAN_FACTS } from './compare.ts';
import { resultNames } from '@opfsmark/schema/result-names';
import { type Answer, isMeasured, type Ruler } from '@opfsmark/schema/answer';
import { answerOf } from '@opfsmark/schema/answer/of';
import type { Figure } from '@opfsmark/schema/figures';

/** Fields of a plan that may differ in the same test: figures are matched by what they are of. */
const FREE_FIELDS: ReadonlySet<string> = new Set([
  ...PLAN_FACTS,
  'rows',
  'directions',
  'interval_s',
  'verify',
  'until_stable',
  'seed',
]);

function fieldOf(plan: Plan, field: string): FactValue {
  const value: unknown = Reflect.get(plan, field);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** The other fields of a plan, as links have them. */
function settingsOf(plan: Plan): string | null {
  const settings = fieldsOf(familyOf(plan.family).codec)
    .filter(([field]) => !FREE_FIELDS.has(field))
    .map(([field, { parameter, write }]) => `${parameter}=${write(Reflect.get(plan, field) as never)}`);
  return settings.length === 0 ? null : settings.join(' ');
}

/** The browser's IndexedDB engine, where the run's probe got an answer. */
function indexedDbOf(record: RunRecord): string | null {
  const engine = record.family === 'app-storage' ? idbEngineOf(record)?.engine : undefined;
  return engine === undefined || engine === 'unknown' ? null : { leveldb: 'LevelDB', sqlite: 'SQLite' }[engine];
}

export function factsOf(record: RunRecord, declared: Partial<Declaration>): Facts {
  const { environment, plan } = record;
  const { client } = environment;
  return {
    device: declared.device ?? null,
    drive: declared.drive ?? null,
    interface: declared.interface ?? null,
    filesystem: declared.filesystem ?? null,
    os: clientName(client.os),
    browser: clientName(client.browser),
    engine: environment.engine,
    layout: environment.layout,
    flush_primitive: environment.flush_primitive,
    indexeddb: indexedDbOf(record),
    clock_step_ns: environment.clock_step_ns,
    isolated: environment.cross_origin_isolated,
    profile: plan.profile,
    settings: settingsOf(plan),
    file_bytes: fileBytesOf(record),
    planned_bytes: fieldOf(plan, 'file_bytes'),
    loops: fieldOf(plan, 'loops'),
    limit_s: fieldOf(plan, 'limit_s'),
    data: fieldOf(plan, 'data'),
    cache: fieldOf(plan, 'cache'),
  };
}

/** The parts of a run that are compared: published, kept in this browser, or just measured. */
interface Comparable {
  readonly run_id: string;
  readonly record: RunRecord;
  readonly declared: Partial<Declaration>;
  readonly warnings?: readonly string[] | undefined;
}

/** Where memory has no part in it: reads that the drive answered, and writes with their flush. */
function limitOf({ origin }: Figure, { proof, notes }: Answer): 'drive' | 'system' | 'memory' {
  if (origin !== null) return origin === 'drive' ? 'drive' : 'memory';
  return proof?.kind === 'system' || notes.includes('flush_does_nothing') ? 'system' : 'drive';
}

/** The rulers of an answer; where only one row could stand for large files, its mark says which, too: beside others it may not be theirs. */
function rulersOf({ rulers }: Answer, { plan }: RunRecord): readonly Ruler[] {
  const [row, ...others] = plan.family === 'matrix' ? largeRowsOf(plan.rows) : [];
  if (!row || others.length > 0) return rulers;
  return rulers.map(({ id, marks }) => ({
    id,
    marks: marks.map((mark) => (id === 'moves' && isMeasured(mark) ? { ...mark, row } : mark)),
  }));
}

/** It loads what is known of every family: a page imports it only where it has a record to read. */
export function comparedRunOf({ run_id, record, declared, warnings }: Comparable): ComparedRun {
  const answer = answerOf(record);
  return {
    run_id,
    names: resultNames(declared),
    family: record.family,
    started_at: record.started_at,
    facts: factsOf(record, declared),
    figures: figuresOf(record).map((figure) => ({ ...figure, limit: limitOf(figure, answer) })),
    rulers: rulersOf(answer, record),
    scores: scorePoints(record),
    warnings,
    clock_step_ns: record.environment.clock_step_ns,
  };
}
