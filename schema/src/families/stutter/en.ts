/** What the family's figures are called, in English: the shape that each other language must have. */
export default {
  names: {
    longest: 'Longest call',
    stalls: 'Stalls',
    'stall-share': 'Share of time in stalls',
    mean: 'Mean call',
  },
} as const;
