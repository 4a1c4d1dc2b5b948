/** The page of a published result. */
export default {
  pageTitle: '{device}: {profile} result',
  by: '{browser} on {os}',
  declared: 'As declared',
  declaredHint: 'Said by the person who published it; a web page cannot check it.',
  runSame: 'Run this same test',
  ogDescription: '{value} ({test}, write + flush) on {drive}, measured in {browser} on {os}.',
  ogDescriptionPlain: 'Measured in {browser} on {os}.',
  held: 'Held for review: it is not ranked.',
} as const;
