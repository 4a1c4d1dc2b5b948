/** Where the result of a run will stand. */
export default {
  run: { result: 'Result' },
} as const;
