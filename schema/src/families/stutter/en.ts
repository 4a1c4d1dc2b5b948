/** What the family's figures are called, in English: the shape that each other language must have. */
export default {
  names: {
    longest: 'longest call',
    stalls: 'stalls',
    'stall-share': 'share of time in stalls',
    mean: 'mean call',
  },
} as const;
