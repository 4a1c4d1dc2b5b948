import words from '@opfsmark/schema/answer/words/en';

/** The answer above a result. Its words are those of pictures and badges; what only the page says is `card`. */
export default {
  ...words,
  card: {
    measuring: 'Measuring …',
    measuringHint: 'A mark appears on a ruler when its test is done.',
    howWeKnow: 'How we know',
    keyBand: 'usual range of that class',
    keyScale: 'further right is faster, ten times per step',
    whySlow: 'Why is it slow?',
    where: 'Where will yours stand?',
    hints: {
      opens: 'small reads from the drive',
      moves: 'large reads and flushed writes',
      saves: 'small writes, each one flushed',
      waits: 'the longest of all calls',
      commits: 'rows, each in a transaction of its own',
      files: 'files of 4 KiB, one after the other',
      calls: 'writes of 4 KiB, up to 64 at once',
      items: 'items of 4 KiB, through each API',
    },
    scores: 'Scores',
    drive: 'Drive',
    driveMeans: 'Drive reads and durable writes. The line is the reference drive, 1,000.',
    appFeel: 'App feel',
    appFeelMeans: 'With the system’s memory helping. The line is the reference computer, 1,000.',
    noDriveScore: 'No drive score: the reads came from memory.',
    interval: '{low} to {high}',
    tabs: {
      label: 'Details',
      latency: 'Latency',
      time: 'Over time',
      percentiles: 'Percentiles',
      rates: 'Rates',
      iostat: 'iostat',
      environment: 'Environment',
      published: 'Published figures',
    },
    notes: '{count} {{note|notes}} on this run',
  },
} as const;
