/** The names of the family's figures in English: the shape that each other language must have. */
export default {
  about:
    'Does the drive stall under load? 4 KiB reads and writes at the same time: how long stalls last, and their share of the time.',
  names: {
    longest: 'longest call',
    stalls: 'stalls',
    'stall-share': 'share of time in stalls',
    mean: 'mean call',
  },
} as const;
