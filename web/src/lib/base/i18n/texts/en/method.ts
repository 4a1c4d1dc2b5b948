import type { Prose } from '../shape.ts';

export default {
  title: 'How it is measured',
  intro: 'What each number means, how far off it can be, and what a web page cannot know.',
  sections: [
    {
      id: 'what',
      heading: 'What is measured',
      paragraphs: [
        'Reads, writes and flushes on a file that this page owns (the origin private file system), through synchronous access handles in workers. A page cannot bypass the system’s cache. Every number is that of drive, filesystem, page cache and browser together: what an app in this browser gets.',
        'The drive is the one that holds the browser’s profile. A page cannot see its model or filesystem. Whoever publishes a result can enter them, and they are shown as entered.',
        'Queue depth Q on T threads means Q × T workers (at most 64), each with one call at a time. They share one file where the browser allows it; otherwise there is one file per worker. Leaderboards never mix the two.',
      ],
    },
    {
      id: 'passes',
      heading: 'How a run goes',
      paragraphs: [
        'The file is filled by writing every byte. Each test warms up and then runs its loops. The headline is the median of the loops, with the lowest and highest beside it. Random order is a permutation: no block is visited twice per pass. After a read, sectors are compared with what was written; one wrong byte fails the test.',
        'Nothing allocates memory, logs or posts a message during a timed pass.',
      ],
    },
    {
      id: 'writes',
      heading: 'Three numbers for a write',
      paragraphs: ['No single number for a write is right for everybody:'],
      points: [
        'Buffered: until the last write returns. How fast the system accepts data.',
        'Write + flush: until the data has left the page cache. This is the headline.',
        'Flush each: a flush after every write, as in a database commit. What a flush does differs between systems, so each of these leaderboards covers one browser and operating system.',
      ],
    },
    {
      id: 'verdict',
      heading: 'Read from the drive, or from memory?',
      paragraphs: [
        'A file that was just written is still in memory, and reading it says nothing about the drive. The share of reads from memory is estimated from their latencies, compared with reads that are known to come from memory. Each test shows the result: drive (5 % or less from memory), mixed, from memory (95 % or more), or unknown. For files of which a known part had been evicted, the estimate was off by 0.5 percentage points on average at 4 KiB.',
        'The leaderboard “read, from the drive” holds only reads from the drive. To get one, use a cold read (prepare, restart the computer, come back) or a file larger than memory.',
      ],
    },
    {
      id: 'latency',
      heading: 'Latency and the clock',
      paragraphs: [
        'Each timed call goes into a histogram whose buckets are at most 1/32 wide, so a percentile is off by at most 1.6 %. A page’s clock moves in steps: 5 µs in Chromium, 20 µs in Firefox and Safari. A percentile below one step is shown as “≤ 5 µs”. Percentiles are never averaged.',
      ],
    },
    {
      id: 'boards',
      heading: 'Ranks and ties',
      paragraphs: [
        'Each network counts once, however often it publishes: with the median of its machines, and of a machine with the median of its last five runs. A leaderboard shows the median of all networks and its 95 % confidence interval. A rank needs results of three networks on two days, or a moderator’s confirmation; until then a result stands below the ranks. In a ranked row a new network counts after three days. Results count for 24 months, and each major version of a browser has a row of its own. Where a statistical test finds no difference, the rank is shared (2=). A comparison says “no clear difference” where intervals overlap.',
        'The server computes every number from the uploaded counts and histograms and refuses records that contradict themselves. A run made offline is shown but never ranked.',
      ],
    },
    {
      id: 'limits',
      heading: 'Limits',
      paragraphs: [],
      points: [
        'The drive alone cannot be measured: a browser has no direct I/O. A drive less than six times slower than memory is “unknown”.',
        'Small buffered writes: Chromium sends a message to another process for each one. That takes longer than many drives do.',
        'Private windows keep files in memory. The page detects this and says so.',
        'Browsers slow down hidden tabs. Such a run is marked.',
        'A run of one loop (Quick) has no interval. Use five loops for comparisons.',
      ],
    },
    {
      id: 'app-storage',
      heading: 'Storage for web apps',
      paragraphs: [
        'Every library does the same work through one interface, in a worker of its own: rows of 1 KiB, always with new content, and one large value. Loops of all of them take turns in a changing order. In the end every one must have the same checksum.',
        'They are compared only where they promise the same. What counts is what was seen from outside the browser: whether anything was synced for a put (class A: nothing), and whether all that was written for it had been synced when it was answered (class C: all, class B: not all). OPFS files overwritten in place can keep half a transaction; they are shown as a floor and never ranked.',
        'The answer for an app is the fastest in the best class. Its score is the geometric mean of the workloads below, each with the same weight, loop by loop; those whose intervals overlap are named together.',
      ],
      points: [
        'Note-taking app: cold open, put, update, read. Class C, else B.',
        'Offline-first sync: put in one transaction, scan, update, delete. Class C, else B.',
        'Analytics: put in one transaction, scan, read. Class C, else B, else A: the data was copied from somewhere.',
        'Files: large write, large read. Class C, else B.',
      ],
    },
    {
      id: 'dispute',
      heading: 'How to dispute a number',
      paragraphs: [
        'Every setting, its documentation and the code that calls the library are in the repository, a short file per library. If one is used wrongly, change that file and run the comparison again; a report that names the file and the documentation is enough.',
        'Counts of syncs can be repeated with one command on Linux. They are kept per version of a browser, with the method.',
      ],
    },
    {
      id: 'external',
      heading: 'External drives',
      paragraphs: [
        'A browser measures the drive that holds its profile. To measure another drive, start the browser with a profile on it: with --user-data-dir in Chromium, or through about:profiles in Firefox.',
        'Some browsers write picked files through a copy, so they are no measure of a drive. Enter the filesystem when you publish: the same drive gives different numbers with exFAT, APFS and NTFS.',
      ],
      link: { href: '/method/drives', text: 'Three ways to measure another drive, with commands' },
    },
    {
      id: 'variance',
      heading: 'Getting stable numbers',
      paragraphs: [],
      points: [
        'Close other tabs and programs, plug in the power supply, keep the page visible.',
        'Use five loops or more, or “until stable”.',
        'Compare only results with the same browser, layout, file size, number of workers and read source.',
        'A drive is slower when it is nearly full, hot, or has just been written to for a long time.',
      ],
    },
  ],
} satisfies Prose;
