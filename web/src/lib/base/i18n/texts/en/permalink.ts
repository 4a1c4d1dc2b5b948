/** The page of a published result. */
export default {
  pageTitle: '{device}: {name}',
  by: '{browser} on {os}',
  declared: 'Declared',
  declaredHint: 'Declared by the person who published the result. A web page cannot verify it.',
  runSame: 'Run the same test',
  phone: {
    open: 'Test a phone …',
    title: 'Test a phone beside this result',
    how: 'Scan the code with the phone’s camera and press Run there. When the run ends, the phone shows both results side by side.',
  },
  held: 'Held for review: it is not ranked.',
  heldReasons: {
    outlier:
      'It is far from what other networks measured on this device. It counts as soon as their results come near it, or when a moderator confirms it.',
    memory_backed:
      'The browser probably kept the files in memory, as in a private window. Measure in a normal window to be ranked.',
    flush_does_nothing: 'Flushes did nothing here. Measure on storage that keeps data to be ranked.',
    hidden_during_pass:
      'The page was hidden while it measured. Measure with the page in view, or wait for a moderator to confirm it.',
  },
} as const;
