import type { Prose } from '../shape.ts';

export default {
  title: 'How it is measured',
  intro: 'What each number means, how far off it can be, and what a web page cannot know.',
  sections: [
    {
      id: 'what',
      heading: 'What is measured',
      paragraphs: [
        'Reads, writes and flushes on a file that this page owns (the origin private file system), through synchronous access handles in workers. Every number is that of drive, filesystem, operating system and browser together: what an app in this browser gets.',
        'The drive is the one that holds the browser’s profile. A page cannot see its model or filesystem. Whoever publishes a result can enter them, and they are shown as entered.',
        'Queue depth Q on T threads means Q × T workers (at most 64), each with one call at a time. They share one file where the browser allows it; otherwise there is one file per worker. Leaderboards never mix the two.',
      ],
    },
    {
      id: 'passes',
      heading: 'How a run works',
      paragraphs: [
        'The files are filled by writing every byte. Reads from the drive come first, no block twice; then reads from memory, then writes, both after a warm-up. The headline is the median of the loops, with the lowest and highest beside it. Random order is a permutation: no block is visited twice per pass. After a read, sectors are compared with what was written; one wrong byte fails the test.',
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
        'Flushed each time: a flush after every write, as in a database commit. What a flush does differs between systems, so each of these leaderboards covers one browser and operating system.',
      ],
    },
    {
      id: 'verdict',
      heading: 'Read from the drive, or from memory?',
      paragraphs: [
        'A file that was just written is still in the computer’s memory, and reading it says nothing about the drive. A page cannot bypass that memory, but it can have the test files cleared from it. It reads a large sparse file, which writes nothing to the drive, and the system drops its oldest data. Samples show when the test files have gone: after seconds, or 30 at most. Only then are they read, no block twice.',
        'Whether a read came from the drive is decided by its latencies alone. They are compared with reads that are known to come from memory, which gives the share that came from memory. Each test shows the result: drive (5 % or less from memory), mixed, from memory (95 % or more), or unknown. In 711 passes over files of which a known part was in memory, the estimate was off by 0.7 percentage points on average.',
        'A read from memory is marked as one wherever it is shown or shared, and never enters a leaderboard of drive reads. Where a computer has more free memory than can be filled in 30 seconds, choose “from the drive, after a restart” or “larger than memory” under Customise.',
      ],
    },
    {
      id: 'scores',
      heading: 'Two scores',
      paragraphs: [
        'Drive: reads from the drive, writes flushed once at the end, writes flushed each time. It exists only if every drive read came from the drive. App feel: reads from memory, buffered writes, writes flushed each time.',
        'Each is a geometric mean in which every part weighs the same; 1,000 is the reference, for reads and long writes the data sheet of an ordinary SATA SSD. The interval should contain nine of ten repeated scores on the same computer.',
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
        'A browser has no direct I/O: the system’s own work is part of every read from the drive, and weighs most on the fastest ones. A drive less than six times slower than memory may be “unknown”.',
        'Writes are bursts that a drive may take into a cache of its own. Sustained write goes on for up to 16 GiB, or until the speed falls.',
        'Small buffered writes: Chromium sends a message to another process for each one. That takes longer than many drives do.',
        'Private windows keep files in memory. The page detects this and says so.',
        'Browsers slow down hidden tabs. Such a run is marked.',
        'A computer that sleeps, or a browser that is frozen, for 1.5 s or longer is noticed. The pass under way is measured again; a part that cannot be repeated is left out, and the result says so.',
        'Quick has three short loops. Use Default, which has five, for comparisons.',
      ],
    },
    {
      id: 'app-storage',
      heading: 'Storage for web apps',
      paragraphs: [
        'Every library does the same work through one interface, in a worker of its own: rows of 1 KiB, always with new content, and one large value. Loops of all of them take turns in a changing order. At the end all must have the same checksum.',
        'They are compared only with others that give the same durability guarantee. What counts is what was seen from outside the browser: whether anything was synced for a put (class A: nothing), and whether all that was written for it had been synced when it was acknowledged (class C: all, class B: not all). OPFS files overwritten in place can keep half a transaction; they are shown as a lower bound and never ranked.',
        'The answer for an app is the fastest in the best class. Its score is the geometric mean of the workloads below, each with the same weight, loop by loop; those whose intervals overlap are named together.',
      ],
      points: [
        'Note-taking app: cold open, put, update, read. Class C, else B.',
        'Offline-first sync: put in one transaction, scan, update, delete. Class C, else B.',
        'Analytics: put in one transaction, scan, read. Class C, else B, else A: the data can be copied again from its source.',
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
        'Or pick a folder or a file on it. Calls then go through checks and copies of the browser, so the most that this browser can reach stands beside each number. Enter the filesystem when you publish: the same drive gives different numbers with exFAT, APFS and NTFS.',
      ],
      link: { href: '/method/drives', text: 'Three ways to measure another drive, with commands' },
    },
    {
      id: 'sources',
      heading: 'Ranges on the rulers',
      paragraphs: [
        'A shaded range is what a class of drives usually reaches, or how a wait of that length feels. Each was published; a class without a published figure is left out. “Fine” and “slow” begin where these sources, or the length of a screen’s frame, put it.',
      ],
    },
    {
      id: 'variance',
      heading: 'Getting stable numbers',
      paragraphs: [],
      points: [
        'Close other tabs and programs, plug in the power supply, keep the page visible.',
        'Use Default, more loops, or “until stable”.',
        'Compare only results with the same browser, layout, file size, number of workers and read source.',
        'A drive is slower when it is nearly full, hot, or has just been written to for a long time.',
      ],
    },
  ],
} satisfies Prose;
