import {
  standardPlan,
  usesIndexedDb,
  WORKLOAD_IDS,
  workloadSize,
  type AppStoragePlan,
  type AppStorageRow,
  type ContenderId,
  type IdbEngineId,
  type IdbProbe,
} from '../src/families/index.ts';
import { DELETION_SHA256, makeUpload, type MadeRun, type UploadOf } from './upload.ts';
import { draw } from './random.ts';

export interface MadeAppStorage {
  readonly plan?: Partial<AppStoragePlan>;
  readonly declared?: MadeRun['declared'];
  readonly environment?: MadeRun['environment'];
  readonly rig_id?: string;
  /** What the probe of IndexedDB says; none without it. */
  readonly engine?: IdbEngineId;
  /** Microseconds per operation. */
  readonly perOpUs?: Partial<Record<ContenderId, number>>;
}

const PER_OP_US: Partial<Record<ContenderId, number>> = {
  'opfs-sync': 100,
  'idb-strict': 900,
  'dexie-strict': 1200,
  sahpool: 2000,
  'sahpool-wal': 500,
  coop: 1500,
  'write-ahead': 700,
};
const CLOCK_STEP_NS = 5_000;
/** Time of `clear` and of `count` in relation to `getAll`. */
const PROBE_RATIO: Readonly<Record<IdbEngineId, number>> = { sqlite: 0.08, leveldb: 0.5, unknown: 0.2 };

function probeOf(engine: IdbEngineId): IdbProbe {
  const rounds = (ns: number) => Array.from({ length: 7 }, () => ns);
  const other = rounds(10e6 * PROBE_RATIO[engine]);
  return { clear_ns: other, count_ns: other, get_all_ns: rounds(10e6) };
}

function rowOf(plan: AppStoragePlan, contender: ContenderId, perOpNs: number): AppStorageRow {
  const cells = WORKLOAD_IDS.map((workload) => {
    const { ops, bytes } = workloadSize(plan, workload);
    // Two runs never take the same time.
    const loopNs = () => Math.round((perOpNs * ops * (1 + draw() / 50)) / CLOCK_STEP_NS) * CLOCK_STEP_NS;
    const elapsed_ns = Array.from({ length: plan.loops }, loopNs);
    return { workload, ops, bytes, elapsed_ns, storage_ns: [], flushes: null };
  });
  return { contender, status: 'done', version: '', checksum: '0badcafe', cells, survival: null };
}

/** An upload of a run of storage for apps, as a real one makes it. */
export function makeAppStorageUpload(made: MadeAppStorage = {}): UploadOf<'app-storage'> {
  const plan = { ...standardPlan('app-storage'), ...made.plan };
  const { record, declared } = makeUpload({ declared: { device: 'Test Laptop 13', ...made.declared } });
  const rows = plan.contenders.map((contender) => {
    const us = made.perOpUs?.[contender] ?? PER_OP_US[contender] ?? 1000;
    return rowOf(plan, contender, us * 1000);
  });
  const hasProbe = made.engine !== undefined && plan.contenders.some(usesIndexedDb);
  return {
    record: {
      ...record,
      family: 'app-storage',
      wall_ms: 600_000,
      plan,
      environment: { ...record.environment, ...made.environment },
      result: { family: 'app-storage', rows, ...(hasProbe && { idb_probe: probeOf(made.engine) }) },
    },
    declared,
    ...(made.rig_id === undefined ? {} : { rig_id: made.rig_id }),
    deletion_sha256: DELETION_SHA256,
  };
}
