import type { Declaration } from '@opfsmark/schema/documents';
import { idbEngineOf, familyOf, type Plan, type RunRecord } from '@opfsmark/schema/families';
import { fieldsOf } from '@opfsmark/schema/plan';
import { clientName } from '$lib/base/format/text.ts';
import { PLAN_FACTS, type Facts, type FactValue } from './facts.ts';

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
    file_bytes: fieldOf(plan, 'file_bytes'),
    loops: fieldOf(plan, 'loops'),
    limit_s: fieldOf(plan, 'limit_s'),
    data: fieldOf(plan, 'data'),
    cache: fieldOf(plan, 'cache'),
  };
}
