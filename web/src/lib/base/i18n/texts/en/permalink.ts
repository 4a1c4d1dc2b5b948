/** The page of a published result. */
export default {
  pageTitle: '{device}: {name}',
  by: '{browser} on {os}',
  declared: 'Declared',
  declaredHint: 'Declared by the person who published the result. A web page cannot verify it.',
  runSame: 'Run the same test',
  ogDescription: '{value} ({test}) on {drive}, measured in {browser} on {os}.',
  ogDescriptionFromMemory: '{value} ({test}, from memory) on {drive}, measured in {browser} on {os}.',
  ogDescriptionPlain: '{name}, measured in {browser} on {os}.',
  held: 'Held for review: it is not ranked.',
} as const;
