/** The words of a result that is there, beside the answer. */
export default {
  verdict: {
    drive: 'drive',
    mixed: '{percent} from memory',
    share: '{share} of the calls did not wait for the drive ({low} to {high}).',
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
      memory: 'The reads came from memory: their points and access time say nothing about the drive.',
      mixed: 'Part of the reads came from memory: their points and access time are not those of the drive.',
      unknown: 'The reads may have come from memory: their points and access time may not be those of the drive.',
    },
    asSsdWrites: 'Nothing shows that the writes reached a drive.',
    why: {
      changed_parameters: 'No score: the profile was changed ({parameters}).',
      not_finished: 'No score: not every test was finished.',
      profile_without_score: 'No score: this profile covers only part of a drive. Quick, Default and NVMe have one.',
      other_engine: 'No score: not measured in a browser’s storage.',
      not_saved: 'No score: what was written was not flushed to a drive.',
      no_drive_reads: 'No score: not every test was read from the drive.',
    },
  },

  save: {
    open: 'Save as…',
    text: 'Text',
    markdown: 'Markdown table',
    csv: 'CSV',
    figures: 'JSON, figures and tables',
    json: 'JSON, the whole record',
    png: 'PNG picture',
    copyMarkdown: 'Copy Markdown',
    copied: 'Copied',
  },

  /** The page of a published result. */
  permalink: {
    pageTitle: '{names}: {name}',
    by: '{browser} on {os}',
    declared: 'Declared',
    declaredHint: 'Declared by the person who published the result. A web page cannot verify it.',
    runSame: 'Run the same test',
    phone: {
      open: 'Test a phone …',
      title: 'Test a phone beside this result',
      how: 'Scan the code with the phone’s camera and press Run there. When the run ends, the phone shows both results side by side.',
    },
    confirmed: 'Confirmed by a moderator',
    confirmedBy: 'Confirmed by {name}',
    held: 'Held for review: it does not count.',
    heldReasons: {
      near_copy:
        'It is more like another published result than two measurements are. It counts when a moderator confirms it; a new measurement counts at once.',
    },
  },

  /** Notes that a reader needs before believing the numbers: loaded with a run that has such notes. */
  notes: {
    flags: {
      title: 'Warnings',
      memory_backed: {
        title: 'This looks like storage in memory',
        text: 'Flushes take no time and even the fastest reads are slow: private windows keep files in memory, in another process.',
        next: 'Open the page in a normal window and run again.',
      },
      short_write: {
        title: 'Writes were cut short',
        text: 'The system took fewer bytes than given, as it does when a drive is full or almost full.',
        next: 'Free some space on the drive and run again.',
      },
      flush_does_nothing: {
        title: 'A flush takes no time',
        text: 'Flushes finished faster than any drive can write the data: something between browser and drive does not pass them on.',
        next: 'Read flushed writes as buffered writes. Do not trust this storage with data that must survive a power cut.',
      },
      not_isolated: {
        title: 'The page is not isolated',
        text: 'Without cross-origin isolation the browser blurs the clock, and short calls cannot be timed.',
        next: 'Open the page directly, not inside a frame, and without extensions that change headers.',
      },
      coarse_clock: {
        title: 'The clock is coarse',
        text: 'The browser, or a setting against fingerprinting, blurs time more than usual. Percentiles below one step cannot be measured.',
        next: 'Allow precise time for this site, or use another browser.',
      },
      hidden_during_pass: {
        title: 'The page was hidden while it measured',
        text: 'Browsers slow down pages in the background.',
        next: 'Run again and keep this tab in front.',
      },
      stood_still_unrepeated: {
        title: 'The computer or the browser stood still during a test',
        text: 'It slept or was frozen, and that part of the test could not be measured again. It is not in the numbers.',
        next: 'Keep the computer awake and run again.',
      },
      stood_still: {
        title: 'The computer or the browser stood still for a while',
        text: 'It slept or was frozen. What was being measured then was measured again, so that time is in no number.',
        next: 'Nothing needs to be done. To avoid it, keep the computer awake during a run.',
      },
      busy_before_run: {
        title: 'The computer was busy before the run',
        text: 'The processors were under high load, according to the browser.',
        next: 'Close other programs and run again.',
      },
      dropped_samples: {
        title: 'Some calls took longer than can be recorded',
        text: 'They are beyond the range of the histogram: the drive did not respond for more than two minutes.',
        next: 'Look for stalls in the chart over time, and check the drive and its cable.',
      },
      loops_rise: {
        title: 'The first loop was slow, the others faster',
        text: 'The first loop may have left its blocks in memory, from which later ones read them.',
        next: 'To measure the drive, choose Reads: from the drive only.',
      },
      loops_fall: {
        title: 'The first loop was fast, the others slower',
        text: 'The drive’s own cache may be used up, or the drive has grown hot.',
        next: 'Measure sustained writing, and let the drive cool before you compare.',
      },
      forget_partial: {
        title: 'Part of the test file stayed in memory',
        text: 'Some reads came from memory. Another program, such as a virus scanner, may have read the file too.',
        next: 'Close other programs and run again.',
      },
      forget_limited: {
        title: 'The test file was not cleared from memory',
        text: 'This computer has more free memory than this test may use. Some reads may have come from memory.',
        next: 'Choose “from the drive, after a restart”, or a file larger than memory.',
      },
      forget_out_of_time: {
        title: 'The test file was not cleared from memory in time',
        text: 'Clearing takes long on this computer and hit its limit of time. Some reads may have come from memory.',
        next: 'Run again right away, which may be enough, or choose “from the drive, after a restart”.',
      },
      forget_no_space: {
        title: 'No space to clear the test file from memory',
        text: 'The browser gave this site too little storage for the empty file that this needs.',
        next: 'Free some space on the drive and run again.',
      },
      forget_refused: {
        title: 'The test file could not be cleared from memory',
        text: 'An empty file costs time or space here, or cannot be read, or the files are kept in memory anyway.',
        next: 'Choose “from the drive, after a restart”.',
      },
      calls_stalled: {
        title: 'Some calls stalled',
        text: 'They took 20 times as long as most, or more: the drive, or the computer around it, stood still. The figure is without them.',
        next: 'Run the stutter test, which measures such waits.',
      },
      spread_over_10: {
        title: 'The loops lie more than 10 % apart',
        text: 'Other programs, background work in the drive, or power saving change the speed from loop to loop.',
        next: 'Close other programs, connect the power supply and run again, or choose “until stable”.',
      },
      overwritten_in_cache: {
        title: 'Blocks were overwritten before they reached the drive',
        text: 'More was written than the file holds. Of a block that was written again before the flush, the drive gets the last content only.',
        next: 'Do not read these rates as the drive’s. Run without revisiting.',
      },
      queue_depth_not_reached: {
        title: 'The queue depth was not reached',
        text: 'Fewer calls were in flight on average than the name says: the test was over, or the processors were busy, before all workers ran together.',
        next: 'Compare with results of the same depth only, or run Default, whose tests last longer.',
      },
      processors_used_up: {
        title: 'The computer was the limit, not the drive',
        text: 'The computer was busy with these calls nearly all the time: its processors were used up, or memory answers the same calls hardly faster. It makes no more of them than is said here; the drive may do more.',
        next: 'Compare the drive with others on the same computer only.',
      },
      reduced_queue_depth: {
        title: 'Fewer workers than asked for',
        text: 'The queue depth was lower than its name says: at most 64 workers take part, one per block of the file.',
        next: 'Compare with results of this number of workers only.',
      },
      per_worker_layout: {
        title: 'One file per worker',
        text: 'This browser cannot open one file several times, so each worker had its own.',
        next: 'Compare queued tests with results of the same layout only.',
      },
    },

    notes: {
      title: 'About this run',
      changed: {
        title: 'Not a standard run',
        text: 'Changed: {parameters}.',
        next: 'Compare it only with runs that have the same settings, or run a profile unchanged.',
      },
      stopped: {
        title: 'Stopped before the end',
        text: 'Only what was finished is shown.',
        next: 'Run again for a complete result.',
      },
      scripted: {
        title: 'A made-up drive',
        text: 'This run used the scripted drive, whose times are fixed in advance.',
        next: 'Remove engine=scripted from the address to measure this computer.',
      },
    },
  },

  /** The page of a kept run. */
  kept: { compareThis: 'Compare this run', keptBy: '{browser} on {os}. Kept here.' },
} as const;
