import { MB_PER_S } from '@opfsmark/schema/figures/units';

/** The page of a run, before and while it measures. */
export default {
  /** Of the first page; what other families measure they say themselves. */
  about:
    'How fast is the drive your browser is on? Throughput, IOPS and latency of sequential and random reads and writes.',

  /** Where a run happens, and what its reads come from. */
  setup: {
    context: {
      otherDrive: 'Measure another drive',
      label: 'What is measured',
      drive: 'This browser’s drive',
      isolated: 'isolated',
      notIsolated: 'not isolated',
      clock: '{step} clock',
      layoutShared: 'one shared file',
      layoutPerWorker: 'one file per worker',
      detecting: 'checking this browser …',
      demonstration: 'Demonstration on a made-up drive. The numbers say nothing about this computer.',
      memory: 'Memory instead of a drive. The numbers say nothing about this computer’s storage.',
    },

    /** Obstacles of a run, before it. */
    before: {
      memory:
        'This looks like a private window: it keeps files in memory, so a run would say nothing about your drive. Open this page in a normal window.',
      full: 'The browser has only {bytes} left for this site, too little for a run. Free some space on the drive, then reload the page.',
      offline: 'You are offline. A run needs no network; publish the result when you are back online.',
    },

    group: 'For a group',
    groupNamed: 'For the group “{name}”',

    agree: 'Write up to {bytes} to my drive',

    cache: {
      /** Asked above the button, where the drive is not read. */
      question: 'How fast does this browser save, and read from memory?',
      label: 'Reads',
      'drive-and-memory': 'drive and memory',
      'as-is': 'from memory only',
      drive: 'from the drive only',
      cold: 'from the drive, after a restart',
      deep: 'larger than memory',
      bothHint:
        'Reads each test twice: from the drive, after the test file has been cleared from memory, and from memory, as apps do. Clearing writes nothing, but other files may have to be read from the drive again.',
      memoryHint:
        'Reads what the system keeps in memory, as apps do. The drive is not read. Choose “drive and memory” for both: it needs free memory for a few seconds.',
      driveHint:
        'Reads the drive, not memory. The page reads an empty file until the test file has left memory. This writes nothing more, but other files may have to be read from the drive again. No block is read twice.',
      coldHint:
        'Reads the drive, not memory. Write a file now, restart the computer, then come back. No block is read twice.',
      deepHint:
        'Reads a file that does not fit into memory. Choose at least twice the memory of this computer. {memory} No block is read twice.',
      deepMemory: 'The browser reports {gib} GiB, rounded and capped: there may be more.',
      deepMemoryUnknown: 'The browser does not report how much it has.',
      prepare: 'Prepare',
      prepareEstimate: 'Writes {bytes} to your drive, in about {time}. Then restart the computer and come back.',
      estimateUpTo:
        'Takes about {time}, up to {most} on a slow drive or a busy computer. Writes up to {bytes} to your drive and deletes them afterwards.',
      waits: 'A prepared file of {size} is ready',
      waitsSince: 'Written {date}. Restart the computer before you read it; until then much of it is still in memory.',
      run: 'Read from the drive',
      discard: 'Discard',
    },
  },

  /** Asked before a phone reads from the drive. */
  ask: {
    title: 'Read from the drive too?',
    text: 'This test clears its file from memory, so that the drive itself is read. For a few seconds that fills the memory of this device: other apps may have to load again.',
    measure: 'Drive and memory',
    leave: 'From memory only',
  },

  /** The dialog in which every parameter can be set: loaded when it is opened. */
  customise: {
    title: 'Customise',
    intro:
      'Every parameter of the run. A plan that differs from its profile gets no score. The address of the page holds all of it.',
    tests: 'Tests',
    addTest: 'Add a test',
    removeTest: 'Remove {test}',
    pattern: 'Pattern',
    sequential: 'sequential',
    random: 'random',
    block: 'Block',
    queues: 'Queues',
    threads: 'Threads',
    capped: '{test} asks for {asked} workers and runs at {workers}.',
    directions: 'Directions',
    read: 'read',
    write: 'write',
    mix: 'mix',
    mixPercent: 'Share of reads in the mix, %',
    size: 'File size, MiB',
    loops: 'Loops',
    limit: 'Time limit per pass, s (0: none)',
    interval: 'Rest before each test, s',
    seed: 'Seed',
    data: 'Data',
    dataRandom: 'random bytes',
    dataZero: 'zeros',
    verify: 'Check what was read',
    verifySampled: 'samples',
    verifyAll: 'every sector',
    stable: 'Until stable: more loops until they lie within 3 %, at most 10',
    revisit: 'Revisit: writes and mixes go over the whole file, then over it again in a new order',
    within: 'A whole number from {min} to {max}',
    withinStep: 'A multiple of {step} from {min} to {max}',
    invalid: 'Must be between {min} and {max}.',
    invalidStep: 'Must be a multiple of {step}, between {min} and {max}.',
    needDirection: 'Choose at least one direction.',
    conflict:
      'Reading each block only once (from the drive only, from the drive after a restart, or larger than memory) works with reads only, without “until stable” and “revisit”.',
    tooSmall: 'The file is too small to be divided among the tests and loops.',
    reset: 'Back to {profile}',
    cancel: 'Cancel',
    apply: 'Use this plan',
  },

  /** While it measures. */
  progress: {
    progress: {
      label: 'Progress',
      left: '{time} left',
      leftUpTo: '{time} to {most} left',
      almostDone: 'Almost done',
      /** Where nothing has been done for a while, as of a drive that stalls or dies; a narrow bar cuts off the end. */
      still: '{time} without progress: {what}',
      measuring: '{family}: measuring',
      resumed: '{family}: continuing after the reload',
      starting: 'Starting',
      preparing: 'Starting workers',
      filling: 'Filling the file',
      forgetting: '{bytes} of memory cleared',
      verifying: '{test}, verifying the data',
      resting: '{test}, rest before the test',
      cleaning: 'Deleting the file',
      /** The work of a test, in words, before its name. */
      large: { read: 'Large reads', write: 'Large writes', mix: 'Large reads and writes' },
      small: { read: 'Small reads', write: 'Small writes', mix: 'Small reads and writes' },
      inWords: '{words} ({row})',
      warmUp: '{test}, warm-up',
      loop: '{test}, loop {loop} of {loops}',
      latency: '{test}, latency',
      flushEach: '{test}, flushed each time',
      announceStarted: 'The run has started. It takes about {time}.',
      announceForgetting: 'Clearing the test file from memory, so that the next reads come from the drive.',
      announceCleared: '{bytes} of memory cleared. About {time} left.',
      announceResumed: 'The page has reloaded itself. The run continues.',
      announceRow: '{test}: {value}',
      announceFrom: '{test}: {value}, {source}',
      announceDone: 'The run is done.',
      announceStopped: 'The run was stopped.',
    },

    live: {
      throughput: 'Throughput',
      throughputOf: `{test}, ${MB_PER_S}`,
      idle: 'A chart appears while a test runs.',
      chart: `Throughput over the last {seconds} s of this test, in ${MB_PER_S}; now {value}`,
    },

    iostat: {
      label: 'In iostat format',
      reads: 'r/s',
      writes: 'w/s',
      readMbs: `r${MB_PER_S}`,
      writeMbs: `w${MB_PER_S}`,
      await: 'await',
      queue: 'aqu-sz',
      util: '%util',
      readsTitle: 'Reads per second',
      writesTitle: 'Writes per second',
      mbsTitle: 'Megabytes per second',
      awaitTitle: 'Mean time per call',
      queueTitle: 'Mean number of calls in flight',
      utilTitle: 'Share of the time with a call in flight',
    },
  },

  /** Why it cannot measure, or stopped: what is wrong, why, and what to do. */
  trouble: {
    support: {
      title: 'This page cannot measure here',
      not_secure: {
        title: 'The connection is not secure',
        cause: 'Browsers allow file storage only on https pages and on localhost.',
        next: 'Open this site with https:// in the address.',
      },
      no_opfs: {
        title: 'This browser has no private file system',
        cause: 'The origin private file system (OPFS) is missing. In Safari it is also missing in private windows.',
        next: 'Use a normal window, or Chrome or Edge 119, Firefox 115, Safari 16.4 or newer.',
      },
      storage_failed: {
        title: 'The browser cannot open its files',
        cause:
          'Its file storage answered with an error. The drive that it keeps its data on may be failing, full or read-only; private windows of Safari answer like this, too.',
        next: 'Use a normal window. If this is one, check that drive, and restart the browser.',
      },
      no_sync_handles: {
        title: 'This browser cannot read and write files synchronously',
        cause: 'FileSystemSyncAccessHandle, the interface that is measured, is missing.',
        next: 'Update the browser: Chrome or Edge 119, Firefox 115, Safari 16.4 or newer.',
      },
      old_sync_handles: {
        title: 'This browser is too old to be measured',
        cause:
          'It has FileSystemSyncAccessHandle, the interface that is measured, but an early version that takes other calls.',
        next: 'Update the browser: Chrome or Edge 119, Firefox 115, Safari 16.4 or newer.',
      },
      not_isolated: {
        title: 'The page is not cross-origin isolated',
        cause:
          'Without it there is no shared memory and only a coarse clock. A frame around the page, an extension or a proxy that removes headers can be the cause.',
        next: 'Open the page directly in a tab, and try once without extensions.',
      },
      no_shared_memory: {
        title: 'This browser has no shared memory',
        cause: 'SharedArrayBuffer, through which page and workers stay in step, is missing or switched off.',
        next: 'Use Chrome or Edge 119, Firefox 115, Safari 16.4 or newer.',
      },
      no_wasm: {
        title: 'WebAssembly is switched off',
        cause: 'The engine is WebAssembly. Some hardened modes (Lockdown Mode, strict policies) switch it off.',
        next: 'Allow WebAssembly for this site, or use another browser.',
      },
      no_locks: {
        title: 'This browser has no Web Locks',
        cause:
          'With them two tabs take turns: both at once would measure each other. They are missing or switched off.',
        next: 'Use Chrome or Edge 119, Firefox 115, Safari 16.4 or newer.',
      },
      private_window: {
        title: 'This looks like a private window',
        cause: 'The browser refuses file storage in private windows.',
        next: 'Open this page in a normal window.',
      },
      storage_blocked: {
        title: 'Site data is blocked',
        cause: 'A setting of the browser, or an extension, blocks site data (cookies) for this page.',
        next: 'Allow site data for this site in the settings of the browser, then reload the page.',
      },
      no_workers: {
        title: 'Workers could not be started',
        cause: 'The engine runs in worker threads, and the browser did not start them.',
        next: 'Try once without extensions, or use another browser.',
      },
      core_not_loaded: {
        title: 'The measuring engine could not be loaded',
        cause: 'A file of this page (core.wasm) did not arrive or could not be compiled.',
        next: 'Check the connection and reload the page. An extension that blocks files can also be the cause.',
      },
      no_space: {
        title: 'Not enough space',
        cause: 'The browser has no space left for even a small file of this site.',
        next: 'Free some space on the drive, then reload the page.',
      },
      probe_failed: {
        title: 'The test file could not be used',
        cause: 'The browser offers file storage, but a small test file could not be created, written or read.',
        next: 'Reload the page. If that does not help, try another browser.',
      },
      check_failed: {
        title: 'The check of this browser failed',
        cause: 'Something unexpected happened: {detail}',
        next: 'Reload the page. If that does not help, try another browser.',
      },
    },
    refused: {
      busy: {
        title: 'Already measuring in another tab',
        cause: 'Two runs at the same time would slow each other down.',
        next: 'Wait until the other tab is done, or stop it there. Then click Run.',
      },
      unsupported: {
        title: 'This browser cannot measure',
        cause: 'Something it needs is missing: {detail}',
        next: 'Use Chrome or Edge 119, Firefox 115, Safari 16.4 or newer, in a normal window.',
      },
      invalid_plan: {
        title: 'This plan cannot be run',
        cause: 'A parameter is out of bounds: {detail}',
        next: 'Choose a profile above.',
      },
      not_prepared: {
        title: 'No file was prepared for this test',
        cause:
          'To read from the drive, a file for exactly this test must have been written before the computer was restarted.',
        next: 'Click Prepare, restart the computer and come back.',
      },
      not_agreed: {
        title: 'This test writes a lot',
        cause: 'Confirm the amount first.',
        next: 'Tick the box with the number of bytes, then click Run.',
      },
    },
    failure: {
      title: '{test} failed',
      kept: 'What was finished before is kept.',
      written: 'Before that, this run had written {bytes}.',
      detail: 'Detail: {detail}',
      quota_exceeded: {
        title: 'The browser’s storage limit was reached',
        cause:
          'The file did not fit. Browsers give a site only part of the free space, and report a full drive the same way.',
        next: 'Choose a smaller file size, or free space on the drive.',
      },
      disk_full: {
        title: 'The drive is full',
        cause: 'There was no room for the file.',
        next: 'Free some space, or choose a smaller file size.',
      },
      short_write: {
        title: 'A write was cut short',
        cause: 'The system took fewer bytes than given, which it does when a drive is almost full.',
        next: 'Free some space and run again.',
      },
      verify_failed: {
        title: 'The data read differs from the data written',
        cause: 'The content of a sector differs. Memory, cable or drive may be faulty.',
        next: 'Back up what matters, then run again. If it happens again, check the drive with its manufacturer’s tool.',
      },
      handle_lost: {
        title: 'The file was removed',
        cause:
          'It was taken away during the run, for instance because site data was deleted or the drive was unplugged.',
        next: 'Run again, and meanwhile keep the site data and leave the drive in.',
      },
      stood_still: {
        title: 'The computer or the browser stood still',
        cause: 'It slept or was frozen in a part of the test that cannot be measured again.',
        next: 'What was measured before is kept. Keep the computer awake and run again.',
      },
      worker_died: {
        title: 'A worker stopped',
        cause: 'The browser ended a thread of the benchmark, often for lack of memory.',
        next: 'Close other tabs and run again.',
      },
      not_allowed: {
        title: 'The browser refused access',
        cause: 'Storage may be blocked for this site, or this is a private window.',
        next: 'Allow site data for this page, or open it in a normal window.',
      },
      file_changed: {
        title: 'The file can no longer be read',
        cause: 'It was changed, moved or deleted since you picked it, or its drive was taken out.',
        next: 'Connect the drive and pick the file again.',
      },
      io_error: {
        title: 'Reading or writing failed',
        cause: 'The system reported an error of the drive or the connection to it.',
        next: 'Back up what matters first. Then check the cable, and the drive with its manufacturer’s tool.',
      },
      write_error: {
        title: 'The drive refuses writes',
        cause: 'The system answered a write or a flush with an error of the drive or the connection to it.',
        next: 'Back up what matters first. Then check the cable, and the drive with its manufacturer’s tool.',
      },
      internal: {
        title: 'An error in this page',
        cause: 'Something happened that should not be possible.',
        next: 'Reload the page and run again. If it happens again, please report it.',
      },
    },
  },
} as const;
