/** Where a published result stands among others. */
export default {
  standing: 'Where it stands',
  standingOf: '{test}: {value} {unit}',
  standingFaster: 'faster than {share} of {machines} machines',
  standingFew: '{machines} {{machine|machines}} so far: too few to say',
  standingFilesystem: '{filesystem} on {os}',
  standingRank: 'rank {rank} among devices',
  standingTied: 'rank {rank} among devices, shared',
  standingProvisional: 'provisional: too few machines for a rank',
  standingFirst: 'Nothing like it has been counted yet.',
} as const;
