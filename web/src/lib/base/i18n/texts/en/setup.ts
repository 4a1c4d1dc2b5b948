/** Where a run happens, and what its reads come from. */
export default {
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

  agree: 'Write up to {bytes} to my drive',

  cache: {
    label: 'Reads',
    'drive-and-memory': 'drive, then memory',
    'as-is': 'from memory only',
    drive: 'from the drive only',
    cold: 'from the drive, after a restart',
    deep: 'larger than memory',
    bothHint:
      'Reads each test twice: first from the drive, after the test file has been cleared from memory, then from memory, as apps do. Clearing writes nothing, but other files may have to be read from the drive again.',
    memoryHint:
      'Reads what the system keeps in memory, as apps do. The drive is not read. Choose “drive, then memory” for both: it needs free memory for a few seconds.',
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
    estimateUpTo: 'About {time}, at most {most}. Writes up to {bytes} to your drive.',
    waits: 'A prepared file of {size} is ready',
    waitsSince: 'Written {date}. Restart the computer before you read it; until then much of it is still in memory.',
    run: 'Read from the drive',
    discard: 'Discard',
  },
} as const;
