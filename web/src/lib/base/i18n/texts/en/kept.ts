/** The page of a kept run. */
export default {
  compareThis: 'Compare this run',
  keptBy: '{browser} on {os}. Kept here.',
} as const;
