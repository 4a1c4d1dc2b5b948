/** Where the result of a run will stand. */
export default {
  run: { result: 'Result', measuring: 'Measuring …' },
} as const;
