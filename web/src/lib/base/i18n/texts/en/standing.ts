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
  standingTied: 'rank {rank} among devices, tied',
  standingListed: 'place {position} among devices by value, unconfirmed',
  standingListedOf: 'place {position} of {total} among devices, unconfirmed',
  sustained: 'Sustained write',
  sustainedOf:
    '{value} after up to 16 GiB of writing (median of {networks} {{network|networks}}); this result is a burst',
  standingFirst: 'No comparable result yet.',
} as const;
