import metrics from './board/metrics.ts';
import units from './board/units.ts';

/** Where a published result stands among others. */
export default {
  metrics,
  units,
  standing: 'Where it stands',
  standingOf: '{test}: {value}',
  standingFaster: 'faster than {share} of {networks} networks',
  standingFew: '{networks} {{network|networks}} so far: too few to say',
  standingFilesystem: '{filesystem} on {os}',
  standingRank: 'rank {rank} among devices',
  standingTied: 'rank {rank} among devices, shared',
  sustained: 'Sustained write',
  sustainedOf: '{value} in the long run, not in a burst as here: median of {networks} networks',
  standingFirst: 'No comparable result yet.',
} as const;
