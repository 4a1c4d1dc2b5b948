/** The same numbers from 0 up to 1 for the same seed, on every machine: mulberry32 by Tommy Ettinger, public domain. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Several processes may publish to one service, which takes no run twice: each that wants the same ones says from where it draws. */
let numbers: () => number = Math.random;

/** A number from 0 up to 1 by which one made-up run differs from the next. */
export const draw = (): number => numbers();

/** From now on the draws are the same every time. */
export function drawFrom(seed: number): void {
  numbers = randomOf(seed);
}
