/** What is said about a result once there is one: loaded with the details, not with the page. */
export default {
  verdict: {
    drive: 'drive',
    cached: 'from memory',
    kept: 'kept in memory',
    unknown: 'source unknown',
    unflushed: 'flush did nothing',
    mixed: '{percent} from memory',
    share: 'About {share} of the calls did not wait for the drive ({low} to {high}).',
    why: {
      split: 'Estimated from the time of each call, compared with reads that certainly came from memory.',
      kept_in_memory: 'This browser keeps the test files in memory, as in a private window: no call reached a drive.',
      unflushed: 'Flushes did nothing here, so nothing tells whether this reached the drive.',
      too_few_calls: 'Too few calls to tell memory from the drive.',
      clock_too_coarse: 'The clock is too coarse to tell memory from the drive.',
      overlap: 'Reads from memory and from the drive took about the same time.',
      no_floor: 'Reads from memory were not measured for this block size.',
      passes_differ: 'Throughput and latency were measured one after the other and found the file in different states.',
      not_forgotten:
        'The system was not seen to forget the test file, so slow calls may have come from memory all the same.',
      forgotten:
        'Every byte came from the drive: the file had been cleared from memory. The system reads ahead, so some calls did not wait.',
      direct: 'Read past the page cache, so every call went to the drive.',
    },
  },

  score: {
    asSsd: 'AS SSD-like: read {read}, write {write}',
    asSsdAccess: 'access time {read} read, {write} write, flushed each time',
    asSsdReads: {
      cached: 'The reads came from memory: their points and access time say nothing about the drive.',
      mixed: 'Part of the reads came from memory: their points and access time are not those of the drive.',
      unknown: 'The reads may have come from memory: their points and access time may not be those of the drive.',
    },
    asSsdWrites: 'Nothing shows that the writes reached a drive.',
    why: {
      changed_parameters: 'No score: the profile was changed ({parameters}).',
      not_finished: 'No score: not every test was finished.',
      profile_without_score: 'No score: this profile covers only part of a drive. Quick, Default and NVMe have one.',
      other_engine: 'No score: no drive was measured.',
      not_saved: 'No score: what was written was not flushed to a drive.',
      no_drive_reads: 'No score: not every test was read from the drive.',
    },
  },

  save: {
    open: 'Save as…',
    text: 'Text',
    markdown: 'Markdown table',
    csv: 'CSV',
    json: 'JSON, the whole record',
    png: 'PNG picture',
    copyMarkdown: 'Copy Markdown',
    copied: 'Copied',
  },
} as const;
