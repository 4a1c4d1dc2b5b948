/** Seeded noise for tests of statistics: the same series in every run. */
export function seededUniform(seed: number): () => number {
  let state = seed >>> 0;
  // mulberry32 by Tommy Ettinger, public domain.
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const positive = (uniform: () => number) => 1 - uniform();

function normal(uniform: () => number): number {
  return Math.sqrt(-2 * Math.log(positive(uniform))) * Math.cos(2 * Math.PI * uniform());
}

/** Centred at 0, about 1 wide; `cauchy` has no variance at all, `spikes` is a quiet drive with rare enormous stalls. */
export const NOISE = {
  normal,
  uniform: (uniform: () => number) => 2 * uniform() - 1,
  laplace: (uniform: () => number) => {
    const u = uniform() - 0.5;
    return -Math.sign(u) * Math.log(1 - 2 * Math.abs(u));
  },
  student2: (uniform: () => number) => normal(uniform) / Math.sqrt(-Math.log(positive(uniform))),
  cauchy: (uniform: () => number) => Math.tan(Math.PI * (uniform() - 0.5)),
  lognormal: (uniform: () => number) => Math.exp(normal(uniform)) - 1,
  spikes: (uniform: () => number) => (uniform() < 0.05 ? -20 : 0.5 * normal(uniform)),
} as const;
export type NoiseName = keyof typeof NOISE;
