import { GIB, MIB } from './units.ts';
import { parseRowName, SUITE_VERSION, type MatrixPlan, type ProfileId, type Row } from './plan.ts';

/** The seed of every standard plan: the same order of blocks for everybody. */
export const STANDARD_SEED = 0x0bf5;

function rows(...names: string[]): Row[] {
  return names.map((name) => {
    const row = parseRowName(name);
    if (!row) throw new Error(`not a row: ${name}`);
    return row;
  });
}

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
const PROFILES: Record<ProfileId, Partial<MatrixPlan>> = {
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

/** A fresh copy of a profile's plan. */
export function planOf(profile: ProfileId): MatrixPlan {
  return structuredClone({ ...BASE, ...PROFILES[profile], profile });
}

/** Parameters that differ from the plan's own profile; empty for a standard plan, which alone gets a score. */
export function changedParameters(plan: MatrixPlan): (keyof MatrixPlan)[] {
  const standard = planOf(plan.profile);
  return (Object.keys(standard) as (keyof MatrixPlan)[]).filter(
    (key) => JSON.stringify(plan[key]) !== JSON.stringify(standard[key]),
  );
}
