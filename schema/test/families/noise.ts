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
