import { STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import { rowsNamed as rows } from '../../documents/row-name.ts';
import { GIB, MIB } from '../../documents/units.ts';
import { changedFields } from '../../plan/codec.ts';
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
  loops: 5,
  limit_s: 5,
  interval_s: 5,
  data: 'random',
  seed: STANDARD_SEED,
  verify: 'sampled',
  until_stable: false,
  revisit: false,
  cache: 'as-is',
};

/** Parameters of the tools these profiles are named after ("CDM-like", never "CDM-compatible"). */
const CHANGES: Record<ProfileId, Partial<MatrixPlan>> = {
  quick: { file_bytes: 256 * MIB, loops: 1, limit_s: 2, interval_s: 0 },
  default: {},
  nvme: { rows: rows('SEQ1M Q8T1', 'SEQ128K Q32T1', 'RND4K Q32T16', 'RND4K Q1T1') },
  peak: { rows: rows('SEQ1M Q8T1', 'RND4K Q32T1') },
  'real-world': { rows: rows('SEQ1M Q1T1', 'RND4K Q1T1') },
  demo: { rows: rows('SEQ1M Q8T1') },
  adm4: { rows: rows('SEQ1M Q8T1', 'SEQ1M Q1T1', 'RND4K Q64T1', 'RND4K Q1T1') },
  adm25: {
    rows: rows('SEQ128K Q32T1', 'RND4K Q32T1', 'SEQ1M Q1T1', 'RND4K Q1T1'),
    file_bytes: 512 * MIB,
    loops: 1,
  },
  'as-ssd': { rows: rows('SEQ16M Q1T1', 'RND4K Q1T1', 'RND4K Q64T1') },
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
