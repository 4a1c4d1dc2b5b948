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
import { CLOCK_STEP_NS, familyUpload, type MadeHead, type UploadOf } from './upload.ts';
import { draw } from './random.ts';

export interface MadeAppStorage extends MadeHead {
  readonly plan?: Partial<AppStoragePlan>;
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
/** Time of `clear` and of `count` in relation to `getAll`. */
const PROBE_RATIO: Readonly<Record<IdbEngineId, number>> = { sqlite: 0.08, leveldb: 0.5, unknown: 0.2 };

function probeOf(engine: IdbEngineId): IdbProbe {
  const rounds = (ns: number) => Array.from({ length: 7 }, () => ns);
  const other = rounds(10e6 * PROBE_RATIO[engine]);
  return { clear_ns: other, count_ns: other, get_all_ns: rounds(10e6) };
}

function storeRow(plan: AppStoragePlan, contender: ContenderId, perOpNs: number): AppStorageRow {
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
  const rows = plan.contenders.map((contender) => {
    const us = made.perOpUs?.[contender] ?? PER_OP_US[contender] ?? 1000;
    return storeRow(plan, contender, us * 1000);
  });
  const hasProbe = made.engine !== undefined && plan.contenders.some(usesIndexedDb);
  return familyUpload(made, {
    family: 'app-storage',
    wall_ms: 600_000,
    plan,
    result: { family: 'app-storage', rows, ...(hasProbe && { idb_probe: probeOf(made.engine) }) },
  });
}
