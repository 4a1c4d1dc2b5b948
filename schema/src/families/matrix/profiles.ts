import { STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import { rowsNamed as rows } from '../../documents/row-name.ts';
import { GIB, MIB } from '../../documents/units.ts';
import { changedFields } from '../../plan/codec.ts';
import { isByTime } from './jobs.ts';
import { PROFILE_IDS } from './choices.ts';
import type { MatrixPlan, ProfileId } from './plan-schema.ts';

const BASE: MatrixPlan = {
  family: 'matrix',
  suite: SUITE_VERSION,
  profile: 'default',
  rows: rows('SEQ1M Q8T1', 'SEQ1M Q1T1', 'RND4K Q32T1', 'RND4K Q1T1'),
  directions: ['read', 'write'],
  mix_read_percent: 70,
  file_bytes: GIB,
  write_bytes: 0,
  loops: 5,
  limit_s: 5,
  interval_s: 5,
  drive_s: 0,
  data: 'random',
  seed: STANDARD_SEED,
  verify: 'sampled',
  until_stable: false,
  revisit: false,
  cache: 'drive-and-memory',
};

/** Parameters of the tools these profiles are named after ("CDM-like", never "CDM-compatible"). */
const CHANGES: Record<ProfileId, Partial<MatrixPlan>> = {
  // At most 2.5 GB are written, in either layout.
  quick: { drive_s: 1, file_bytes: GIB, write_bytes: 30 * MIB, loops: 8, limit_s: 1, interval_s: 0 },
  // At most 10 GB.
  default: { drive_s: 3, file_bytes: 4 * GIB, write_bytes: 152 * MIB, loops: 8, limit_s: 5, interval_s: 0 },
  nvme: { rows: rows('SEQ1M Q8T1', 'SEQ128K Q32T1', 'RND4K Q32T16', 'RND4K Q1T1') },
  peak: { rows: rows('SEQ1M Q8T1', 'RND4K Q32T1') },
  'real-world': { rows: rows('SEQ1M Q1T1', 'RND4K Q1T1') },
  demo: { rows: rows('SEQ1M Q8T1') },
  adm4: { rows: rows('SEQ1M Q8T1', 'SEQ1M Q1T1', 'RND4K Q64T1', 'RND4K Q1T1'), cache: 'as-is' },
  adm25: {
    rows: rows('SEQ128K Q32T1', 'RND4K Q32T1', 'SEQ1M Q1T1', 'RND4K Q1T1'),
    file_bytes: 512 * MIB,
    loops: 1,
    cache: 'as-is',
  },
  'as-ssd': { rows: rows('SEQ16M Q1T1', 'RND4K Q1T1', 'RND4K Q64T1'), cache: 'as-is' },
};

export const MATRIX_PROFILES = Object.fromEntries(
  PROFILE_IDS.map((profile) => [profile, { ...BASE, ...CHANGES[profile], profile }]),
) as Readonly<Record<ProfileId, MatrixPlan>>;

/** A fresh copy of a profile's plan. */
export function planOf(profile: ProfileId): MatrixPlan {
  return structuredClone(MATRIX_PROFILES[profile]);
}

/** Parameters that differ from the plan's own profile; empty for a standard plan, which alone gets a score. */
export function changedParameters(plan: MatrixPlan): (keyof MatrixPlan)[] {
  return changedFields(plan, MATRIX_PROFILES[plan.profile]);
}

/** Fields that say how large and how long passes are: by time, the profile alone does. */
const PACE_FIELDS = ['write_bytes', 'loops', 'limit_s', 'until_stable', 'revisit'] as const;

/** The fields that do not go together with `drive_s`; empty where all do. */
export function paceConflicts(plan: MatrixPlan): (typeof PACE_FIELDS)[number][] {
  if (!isByTime(plan)) return [];
  return PACE_FIELDS.filter((field) => plan[field] !== MATRIX_PROFILES[plan.profile][field]);
}

/** The same plan by passes, where something else than time says how long they are. */
export function withPace(plan: MatrixPlan): MatrixPlan {
  return paceConflicts(plan).length > 0 ? { ...plan, drive_s: 0 } : plan;
}
