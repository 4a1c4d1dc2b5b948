import type { Prose } from '../shape.ts';

export default {
  title: 'How it is measured',
  intro: 'What each number is, how far it can be off, and what a web page cannot know.',
  sections: [
    {
      id: 'what',
      heading: 'What is measured',
      paragraphs: [
        'Reads, writes and flushes on a file that this page owns (the origin private file system), through synchronous access handles in workers. A page cannot go around the system’s cache, so every number is that of drive, filesystem, page cache and browser together: what an app in this browser feels.',
        'The drive is the one on which the browser keeps its profile. A page learns neither its model nor its filesystem; whoever publishes a result says them, and they are shown as said.',
        'Q × T concurrent calls are Q × T workers, at most 64, each waiting for one call at a time. Where the browser allows it they share one file; otherwise each has a file of its own. Boards never mix the two.',
      ],
    },
    {
      id: 'passes',
      heading: 'How a run goes',
      paragraphs: [
        'The file is filled by really writing it. Each test warms up and then runs its loops; the headline is the median of the loops, with the least and the greatest beside it. Random order is a permutation: no block is visited twice in a pass. After a read, sectors are compared with what was written there; a wrong byte fails the test.',
        'Nothing allocates, logs or posts a message while a pass is timed.',
      ],
    },
    {
      id: 'writes',
      heading: 'Three figures for a write',
      paragraphs: ['One number for a write would always be wrong for somebody:'],
      points: [
        'Buffered: until the last write returned. How fast the system takes data in.',
        'Write + flush: and until the data has left the page cache. This is the headline.',
        'Flush each: every write with its own flush, as a database commits. What a flush does differs between systems, so such boards are of one browser and system.',
      ],
    },
    {
      id: 'verdict',
      heading: 'Did the drive answer, or memory?',
      paragraphs: [
        'A file that was just written is in memory, and reads of it say nothing about the drive. The share of reads that memory answered is estimated from their latencies, against reads that are known to be hot, and shown with each test: device (5 % or less), mixed, served from memory (95 % or more), or unknown where it cannot be told. Against files of which a known part had been evicted the estimate was off by 0.5 points on average at 4 KiB.',
        'Only reads from the drive stand on the board “read, from the drive”. To get one: a cold read (prepare, restart the computer, come back) or a file larger than memory.',
      ],
    },
    {
      id: 'latency',
      heading: 'Latencies and the clock',
      paragraphs: [
        'Each timed call goes into a histogram whose buckets are at most 1/32 wide: a percentile is at most 1.6 % off by it. The clock of a page has steps, 5 µs in Chromium and 20 µs in Firefox and Safari: below a step a percentile is shown as “≤ 5 µs”. Percentiles are never averaged.',
      ],
    },
    {
      id: 'boards',
      heading: 'Ranks and ties',
      paragraphs: [
        'One machine is one vote, however often it publishes: the median of its last five runs. A place is the median over machines with the interval in which it lies in 95 of 100 cases. Fewer than three machines are provisional and have no rank; where intervals overlap, the rank is shared (2=). A comparison says “no clear difference” in the same case.',
        'The server derives every headline number from the uploaded counts and histograms, and refuses records that contradict themselves. A run made offline is shown and never ranked.',
      ],
    },
    {
      id: 'limits',
      heading: 'What it cannot tell',
      paragraphs: [],
      points: [
        'The drive alone: there is no direct I/O in a browser. A drive within six times of memory is “unknown”.',
        'Small buffered writes: Chromium sends a message to another process at each, which takes longer than many a drive.',
        'Private windows keep files in memory; the page recognises that and says so.',
        'A hidden tab is slowed down by the browser; such a run is marked.',
        'A run of one loop (Quick) has no interval: compare with five loops.',
      ],
    },
    {
      id: 'external',
      heading: 'External drives',
      paragraphs: [
        'The browser measures the drive that its profile is on. To measure another one, start the browser with a profile on that drive, for example with --user-data-dir in Chromium, or create a profile there in Firefox’s about:profiles. The file is made where the profile is.',
        'Files that were picked in a dialog are written through a copy in some browsers and are no measure of a drive. Say the filesystem when you publish: exFAT, APFS and NTFS on the same drive are different numbers.',
      ],
      link: { href: '/method/drives', text: 'Three ways to another drive, with the commands' },
    },
    {
      id: 'variance',
      heading: 'For steady numbers',
      paragraphs: [],
      points: [
        'Close other tabs and programs, plug in the power, keep the page visible.',
        'Use five loops or more, or “until stable”.',
        'Compare only what is alike: browser, layout, file size, workers and verdict.',
        'A drive that is nearly full, hot or was just written to at length is slower.',
      ],
    },
  ],
} satisfies Prose;
