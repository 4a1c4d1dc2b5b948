/** The words of the family in English: the shape that each other language must have. */
export default {
  about:
    'What does a flush cost? The same data written three ways: never flushed, flushed at the end, flushed after every write.',
  names: {
    none: 'never flushed',
    end: 'flushed once at the end',
    each: 'flushed each time',
  },
  call: 'Mean write',
  measured: 'Measured for',
  chart: 'Speed relative to unflushed writes',
  summary: 'With a flush after every write, {ratio} of the speed is left ({loops} {{loop|loops}}).',
  short: 'The flushed writes were measured for under 2 seconds; longer behaviour was not measured.',
} as const;
