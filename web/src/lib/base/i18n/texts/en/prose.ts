import type { Prose } from '../shape.ts';

const method: Prose = {
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
        'The files are filled by writing every byte. Quick and Default read from memory, then write, then clear the file from memory and read it from the drive; the other profiles read from the drive first, but for those named after other tools, which read from memory alone. No block is read twice from the drive; writes come after a warm-up, and reads from memory find what was read before. The headline is the median of the loops (of writes that are flushed one by one, of their faster half), with its interval beside it. Random order is a permutation: no block is visited twice before all were. After a read, sectors are compared with what was written; one wrong byte fails the test.',
        'Nothing allocates memory, logs or posts a message during a timed pass.',
        'A call begins when the one before has ended (a closed loop), so a drive that stalls is asked less often. Only “Latency under load” has calls that are due at times of their own, and counts their wait.',
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
        'A file that was just written is still in the computer’s memory, and reading it says nothing about the drive. A page cannot bypass that memory, but it can have the test files cleared from it. It reads a large sparse file, which writes nothing to the drive, and the system drops its oldest data. Samples show when the test files have gone: after seconds, or a minute at most. Only then are they read, no block twice.',
        'Whether a read came from the drive is decided by its latencies alone. They are compared with reads that are known to come from memory, which gives the share that came from memory. Each test shows the result: drive (5 % or less from memory), mixed, from memory (95 % or more), or unknown. In 711 passes over files of which a known part was in memory, the estimate was off by 0.7 percentage points on average.',
        'A read from memory is marked as one wherever it is shown or shared, and never enters a leaderboard of drive reads. Where a computer has more free memory than can be filled in a minute, choose “from the drive, after a restart” or “larger than memory” under Reads.',
      ],
    },
    {
      id: 'scores',
      heading: 'Two scores',
      paragraphs: [
        'The verdict on a drive is the worst grade of the figures on its rulers: small reads, large reads, large writes, saves. Where calls that stalled took a third of the time, the verdict says so; the figure is without them. The points come from the same figures: 1,000 times the geometric mean of each figure divided by where “good” begins. As long as one figure holds the drive below good, or below fair, what the others have beyond that counts no more. So more points never go with a worse verdict: from 1,000 on a drive is good, below 176 poor. There are points only if every drive read came from the drive.',
        'App feel is a geometric mean of reads from memory, buffered writes and writes flushed each time; 1,000 is the computer that the test was made on. It says nothing of the drive. The interval should contain nine of ten repeated runs on the same computer.',
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
        'Rows stand by value: the median over internet providers, each the median of its networks, of these of their machines, of these of their last five runs, with its 95 % confidence interval. So whoever sends much moves no more than one provider. Results through hosting and VPN providers count for nobody. No result waits: what is far better than others is listed from the first hour, marked and folded, and counts like any other. A number before a name is only for what a moderator, or an organisation with a key registered here, has confirmed; the value of such a row is that of its confirmed results. Results count for 24 months, and each major version of a browser has a row of its own. A band joins numbered rows that a statistical test cannot tell apart. A comparison says “no clear difference” where intervals overlap.',
        'The server computes every number from the uploaded counts and histograms and refuses records that contradict themselves. A run made offline is shown and does not count.',
        'On a server of one’s own, where everybody is trusted, each machine stands for a provider, every row has a number, and runs made offline count, too.',
      ],
    },
    {
      id: 'limits',
      heading: 'Limits',
      paragraphs: [],
      points: [
        'A browser has no direct I/O: the system’s own work is part of every read from the drive, and weighs most on the fastest ones. A drive less than six times slower than memory may be “unknown”.',
        'Writes are bursts that a drive may take into a cache of its own. Sustained write goes on for up to 16 GiB or two minutes, or until the speed falls.',
        'Small buffered writes: Chromium sends a message to another process for each one. That takes longer than many drives do.',
        'Private windows keep files in memory. The page detects this and says so.',
        'Browsers slow down hidden tabs. Such a run is marked.',
        'A computer that sleeps, or a browser that is frozen, for 1.5 s or longer is noticed. The pass under way is measured again; a part that cannot be repeated is left out, and the result says so.',
        'Quick gives each figure of the drive about 1 s, in up to 8 loops. Use Default, which gives it 3 s, for comparisons.',
      ],
    },
    {
      id: 'app-storage',
      heading: 'Storage for web apps',
      paragraphs: [
        'Every library does the same work through one interface, in a worker of its own: rows of 1 KiB, always with new content, and one large value. Loops of all of them take turns in a changing order. After each loop all must have the same checksum.',
        'They are compared only with others that give the same durability guarantee. What counts is what was seen from outside the browser: whether anything was synced for a put (class A: nothing), and whether all that was written for it had been synced when it was acknowledged (class C: all, class B: not all). OPFS files overwritten in place can keep half a transaction; they are shown as a lower bound and never ranked.',
        'The answer for an app follows from the facts, by the rule that stands beside them. A session is the sum of these times, by the medians in the table.',
      ],
      points: [
        'Notes: power cut, two tabs, killed worker or browser. A session is one open, 100 reads and 20 saves.',
        'Offline sync: the same trials. A session is one open, 100 reads, 20 saves, and 10 times many saves in one transaction.',
        'Analytics: killed worker or browser; the data can be copied again from its source. A session is one open, 1,000 reads, and 100 times many saves.',
        'Files: power cut, killed worker or browser. A session is one open, 10 large writes and 10 large reads.',
      ],
      link: { href: '/storage', text: 'Which storage should my app use: the facts' },
    },
    {
      id: 'dispute',
      heading: 'How to dispute a number',
      paragraphs: [
        'Every setting, its documentation and the code that calls the library are in the repository, a short file per library. If one is used wrongly, change that file and run the comparison again; a report that names the file and the documentation is enough.',
        'Counts of syncs can be repeated with one command on Linux. They are kept per version of a browser, with the method.',
      ],
      link: { href: '/checked', text: 'Published numbers of browser storage, checked' },
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
};

const privacy: Prose = {
  title: 'Privacy',
  intro: 'Measuring sends no result. Publishing sends what you see in the preview, and only after a click.',
  sections: [
    {
      id: 'measuring',
      heading: 'While you measure',
      paragraphs: [
        'The test files are made in this site’s own storage in your browser and deleted after the run. Results stay in this browser. Just before a run the page asks the server for a ticket. The request holds the version of the test and its seed, nothing else. Without an answer the run goes on.',
        'After a run the page reads what others measured on the same operating system. That request names the system (for storage of apps the browser too) and nothing of your result.',
        'There is no tracking, no advertising, no analytics, and no request to any other site.',
      ],
    },
    {
      id: 'publishing',
      heading: 'When you publish',
      paragraphs: [
        'The form shows exactly what will be sent as the result. What you type as the device or the drive goes to the server while you type, which answers with known names like it. If the result is to join a group, the group’s ID, the deletion key and its nickname there are sent after it, to add it. A comparison of two browsers sends each of its runs by itself, to a group of its own that alone shows them, with the number of processors as its nickname; the page says so before the click that begins it. A report of what this browser can do is sent by its own button, beside which all of it is shown. The result contains:',
      ],
      points: [
        'what was measured, and when: counts, times and histograms;',
        'the name and major version of browser and operating system; no user agent;',
        'whether the page was hidden or the computer slept meanwhile, and in Chromium, how busy the processors were just before the run, in one of four steps;',
        'what you typed: device, drive, interface, filesystem, note. Everyone sees it, or everyone in the group: type nothing private;',
        'whether only a group is to see it;',
        'unless you untick it, a random ID of this machine, so that its results count as one. The server keeps only a hash of it.',
      ],
    },
    {
      id: 'service',
      heading: 'What the server keeps',
      paragraphs: [
        'The published result, until it is deleted: publicly, or for those alone who have its link or that of its group, as you chose. One without a ticket may be deleted after 30 days. It does not keep your IP address. For the daily limit it computes a keyed hash of the network part of the address and deletes it within 48 hours. The key changes daily. With the result, and with a report of what a browser can do, it keeps tags of that network part and of the internet provider, computed with a secret key: a provider counts once. The tags are published nowhere, and without the key they do not say which network or provider it is. Only that a result came through a hosting or VPN provider is said beside it.',
        'Every night all results that everyone may see are copied into a data set that anyone may download under CC BY 4.0. So that every rank can be recomputed, it says which results have the same tag, and which of those came from the same machine, under names that are drawn anew each night. A deleted result leaves the data set at once. Copies that others have downloaded before remain with them.',
        'A group: its name, its code, which results are in it under which nicknames, and a hash of its key, until it is deleted or has not changed for 24 months; with each result a tag of the network that added it, which is another one in each group. What is removed from it is kept for seven days, so that it can be put back. Nothing public says in which groups a result is.',
        'Whoever reports a result leaves the reason, the text and the tag of a network, until a moderator closes the report, a year at most. The moderators’ log keeps the tags of networks and providers that they kept away. Backups hold what was deleted for as long as they are kept; those of Cloudflare’s database 30 days.',
      ],
    },
    {
      id: 'browser',
      heading: 'What your browser keeps',
      paragraphs: [
        'All of it stays until you delete this site’s data, or until the browser does. Safari does so after 7 days of use without a visit to this site; other browsers may when the drive is nearly full, unless they have agreed to keep it. The page asks for that once a run, or the key of a result or a group, is kept.',
        'The history page says what holds in your browser. It deletes runs one by one or all together, and saves runs and keys as a file that it can load again, here or in another browser. Anyone who has the file can delete your results and groups.',
      ],
      points: [
        'the latest 400 finished runs, and results that could not be sent yet;',
        'what a run has measured so far when its page is reloaded or left: until the run page is back or the run ends, otherwise until the tab is closed;',
        'deletion keys of the results and reports you published. Without its key only a moderator can delete one;',
        'keys and names of the groups you made, your side in comparisons of two browsers, and as long as the tab is open the names of groups you looked at;',
        'the random ID of this machine, unless you unticked it;',
        'what you declared when you published last, and what you picked to be compared;',
        'a file that you prepared for reading after a restart, and a test of a drive that was begun, with the folder you picked: until it is over or given up;',
        'how long the steps of your runs took, to estimate the next one, and how the last forgetting ended;',
        'two cookies of this site, for language and theme, if you change them;',
        'the site itself, so that it works offline.',
      ],
    },
    {
      id: 'deleting',
      heading: 'Deleting',
      paragraphs: [
        'You delete a result on its own page, in the browser that published it or with its deletion key. It then disappears from every leaderboard and group within a minute, and its address says that it was deleted.',
        'You delete a group on its page, in the browser that made it. Nothing of it remains; the results in it stay.',
      ],
    },
  ],
};

/** Pages to read. */
export default {
  method,

  /** How to measure another drive. */
  drives: {
    title: 'Measure another drive',
    intro:
      'A page measures the drive that holds the browser’s profile, usually the internal one. There are three ways to measure another drive. Their results mean different things and have separate leaderboards.',
    moveTitle: '1. Start the browser from the drive',
    move: 'These results can be compared with all others: same browser, same method, other drive. Make an empty folder on the drive and start the browser a second time with that folder as its profile. Open this site in the new window and run the benchmark. When you publish, tick “Moved to this drive”.',
    browser: 'Browser',
    os: 'System',
    command: 'Command',
    table: 'How to start a browser with its profile on another drive',
    checkChrome: 'Chrome and Edge show the location as “Profile Path” under chrome://version.',
    checkFirefox: 'Firefox shows it as “Profile Folder” or “Profile Directory” under about:support.',
    exfat:
      'On Linux, Chrome and Edge lock their profile with a symbolic link. FAT and exFAT have none: use Firefox or the command line there.',
    snap: 'A browser from Snap or Flatpak can use only the drives it has permission for.',
    safari:
      'The profile of Safari, and of any browser on iOS or Android, cannot be moved. Use the command line or pick a file.',
    after: 'Afterwards close that window and delete the folder.',
    cliTitle: '2. The command line',
    cli: 'Measures any folder on any system with Node.js, even without a screen. It runs the same tests with the same engine, without a browser between it and the drive. Results are marked “Node.js” and have their own leaderboard.',
    cliAfter:
      'It creates one folder there and deletes it at the end. --publish sends the result; --help lists all options.',
    pickTitle: '3. Pick a folder',
    pick: 'In Chrome and Edge you can give a page access to a folder, through a slower API than the other tests use. Beside each number the result shows the most this browser can reach that way. In other browsers you can pick one large file, which is only read. Both have their own leaderboards.',
    pickLink: 'Pick a folder to measure',
  },

  privacy,

  /** The API page. */
  apiDocs: {
    title: 'API',
    intro: 'A program can read everything this site shows: JSON, no key, from any origin.',
    errors:
      'Errors are problem details (RFC 9457) with a stable type. Lists are paged with a cursor and a Link header.',
    document: 'OpenAPI document',
    example: 'For example, the latest runs of one device:',
    automation: 'Measure from a script',
    automationIntro:
      'With autorun=1 the run page starts without a click in a browser that a script drives. It runs the plan given as JSON and leaves the record in window.opfsmark. The plan may be that of any record, or a part of it; a value that cannot be used is named in the error, and nothing runs. With Playwright:',
    data: 'All data',
    dataIntro:
      'Every night all results that everyone may see are written to Parquet files, with raw histograms. A program can recompute every rank from them: npm run recompute in the source does. A deleted result leaves the files at once.',
    dataManifest: 'Files of the newest snapshot',
    dataLicense: 'License of the data: CC BY 4.0',
    operations: 'Operations',
    schemas: 'Schemas',
    parameters: 'Parameters',
    required: 'required',
    body: 'Body',
    token: 'needs a token',
    answers: 'Responses',
    others: 'Redirects and errors',
    status: 'Status',
    meaning: 'Meaning',
    type: 'Type',
    english: 'Names and summaries come from the OpenAPI document.',
    down: 'The document cannot be read at the moment. Try again in a minute.',
  },

  /** The facts of storage for apps, by browser. */
  storage: {
    title: 'Which storage should my app use?',
    intro:
      'For each kind of app, the storage that keeps its data best, and why: what survives a crash or a power cut, and how many saves per second it makes. This project counted it, one row per storage, and the choice follows from the rows by a published rule.',
    others: 'What others measured',
    rules: 'The rules, and how to dispute a number',
    none: 'Nothing has been counted yet.',
    run: 'Measure on this device',
    embed: 'As Markdown for a README',
  },
  /** The page of moderators. */
  moderation: {
    title: 'Moderation',
    intro: 'For moderators of this site. The token stays in this tab and is forgotten when it is closed.',
    token: 'Token',
    enter: 'Sign in',
    leave: 'Sign out',
    problem: {
      401: 'Enter the token.',
      403: 'That token is wrong.',
      404: 'Moderation is off, or what you asked for is not there.',
      409: 'That cannot be done as things are. If it is where you are yourself, say so with the box below.',
      429: 'Too many wrong tokens. Wait a minute.',
      other: 'It did not work (status {status}). Try again.',
    },
    queue: 'Inbox',
    queueHint:
      'Reported results first, then held ones, then what is new. Reports of a network weigh less the more of them it has open.',
    empty: 'Nothing to review.',
    more: 'Next page',
    first: 'First page',
    open: 'Open the result',
    reasons: 'Here because: {reasons}',
    newReasons: {
      unconfirmed: 'Nobody has confirmed it.',
      new_name: 'Its device was first named by it.',
    },
    seen: 'Seen: all new ones on this page',
    facts: '{device} · {client} · network {network} · provider {provider}',
    confirmed: 'confirmed',
    reportOf: '{reason}, {time}: {detail}',
    why: 'Reason',
    publish: 'Publish',
    confirm: 'Confirm',
    hold: 'Hold',
    hide: 'Hide',
    close: 'Close reports',
    remove: 'Delete for good',
    source: 'Keep away',
    sourceHint:
      'Keeps a network or an internet provider away for some days; it ends by itself. What it has published can be hidden, which can be undone, or deleted, which cannot.',
    sources: { network: 'Network', provider: 'Internet provider' },
    sourceTag: 'Tag (as in the queue; “hosting”: hosting and VPN)',
    days: 'Days',
    own: 'Also where I am myself',
    block: 'Block',
    hideAll: 'Block and hide all',
    deleteAll: 'Block and delete all for good',
    restoreAll: 'Let back and restore',
    warnings: 'Warnings',
    warningsHint:
      'A text on every page with results of a browser or of a core, until it is lifted. With days: only results that were published on these days or between them (UTC).',
    warnOf: { browser: 'Browser', core: 'Core' },
    warnName: { browser: 'Browser, as in “firefox”', core: 'Version of the core' },
    version: 'Major version (empty: all)',
    from: 'From',
    until: 'Until',
    warning: 'Text',
    warn: 'Warn',
    lift: 'Lift',
    groups: 'Groups',
    groupsHint:
      'A group that is closed here takes no new results until a moderator opens it. A group is deleted for good, and its results stay published.',
    groupLink: 'Link or ID of the group',
    deleteGroup: 'Delete group',
    closeGroup: 'Close to new results',
    openGroup: 'Open to new results',
    model: { device: 'Device', drive: 'Drive' },
    models: { device: 'Devices', drive: 'Drives' },
    slug: { device: 'Device (as in its address)', drive: 'Drive (small letters and hyphens)' },
    name: 'Name',
    into: 'Merge into',
    rename: 'Rename',
    merge: 'Merge',
    unmerge: 'Undo merge',
    approve: 'Approve',
    reject: 'Reject',
    aliases: 'Other names',
    alias: 'Other name',
    kind: 'Kind',
    mergedInto: 'Merged into',
    storage: 'Storage used',
    storagePart: 'Part',
    storageParts: { database_bytes: 'Database', document_bytes: 'Documents, size', documents: 'Documents, number' },
    used: 'Used',
    limit: 'Limit',
    share: 'Share',
    deletion: {
      title: 'Delete for good?',
      run: 'The result of {device} goes, with its reports and its places in groups. This cannot be undone.',
      source:
        '{kind} {tag} is kept away. Results that go, with their reports and their places in groups: {runs}. This cannot be undone.',
      group: 'The group {id} goes, with its link and its code. Its results stay. This cannot be undone.',
      key: 'The key of {owner} confirms nothing any more, also what it had confirmed. This cannot be undone.',
      keep: 'Keep',
      yes: 'Delete for good',
    },
    keys: 'Keys of organisations',
    keysHint:
      'Results that such a key has signed (opfsmark publish --key) count as confirmed by its owner. A revoked key confirms nothing any more, also what it had confirmed before.',
    keyOwner: 'Owner, as results name it',
    publicKey: 'Public key (Ed25519, from openssl pkey -pubout)',
    addKey: 'Register',
    revoke: 'Revoke',
    revokedAt: 'revoked {time}',
    closed: 'In force',
    closedNone: 'Nobody is kept away, nothing is warned of, and no group is closed by a moderator.',
    closedUntil: '{what}, until {time}',
    letBack: 'Let back',
    closedGroup: 'Closed group:',
    audit: 'Audit log',
    when: 'When',
    moderator: 'Who',
    action: 'Action',
    subject: 'Subject',
    detail: 'Detail',
    done: 'Done.',
  },
} as const;
