/** The choices of the fields of a plan. Apart from the schema, which no page needs for its selects. */
export const PROFILE_IDS = [
  'quick',
  'default',
  'nvme',
  'peak',
  'real-world',
  'demo',
  'adm4',
  'adm25',
  'as-ssd',
] as const;
export const DATA_CHOICES = ['random', 'zero'] as const;
export const VERIFY_CHOICES = ['sampled', 'all'] as const;
export const CACHE_CHOICES = ['drive-and-memory', 'as-is', 'drive', 'cold', 'deep'] as const;
