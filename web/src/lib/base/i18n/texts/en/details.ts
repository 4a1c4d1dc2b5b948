/** The tabs below a result: loaded with the one that is shown. */
export default {
  drivePart: {
    title: 'The part that came from the drive',
    share: 'Share of the calls',
    hint: 'Of reads that came partly from memory: the calls that waited for the drive. p99 is shown where they are at least half of all.',
  },

  details: {
    title: 'Details',
    latency: 'Latency, {test}',
    summary: 'p50 {p50} · p99 {p99} · max {max}',
    summaryOfFew: 'p50 {p50} · max {max}',
    chartOf: 'Histogram of {calls} {{call|calls}}; the table below has the same numbers.',
    chartAxis: 'share of calls',
    from: 'From',
    to: 'To',
    calls: 'Calls',
    share: 'Share',
    percentiles: 'Percentiles',
    percentilesHint:
      'Time per call over all loops, without warm-up, in steps of the clock. A percentile is shown where at least 10 calls are slower. A write ends when the system has taken the data; “saved one by one” includes the flush.',
    test: 'Test',
    figure: 'Figure',
    loops: 'Loops',
    loop: 'Loop {loop}',
    spread: 'Spread',
    median: 'Median',
    mean: 'mean',
    max: 'max',
    p50: 'p50',
    p95: 'p95',
    p99: 'p99',
    p999: 'p99.9',
    figures: {
      throughput: 'read',
      write_flush: 'write, flushed once at the end',
      buffered: 'write, buffered',
      flush_each: 'write, saved one by one',
    },
    rates: 'Rates',
    ratesHint:
      'Median of the loops. “Buffered” ends with the last write, “flushed once at the end” when that flush returns, “saved one by one” has a flush after every write.',
    environment: 'Environment',
  },

  meaning: {
    title: 'What it means',
    wait: '{p50} at the median, {p99} at p99',
    waitOfFew: '{p50} at the median, {max} at most',
    waitAtMost: '{max} at most',
    open: {
      fast: 'Opening apps and files: fast',
      fine: 'Opening apps and files: fine',
      slow: 'Opening apps and files: slow',
      verySlow: 'Opening apps and files: very slow',
      text: 'A small read ({test}) takes {wait}.',
      part: 'This is the part that came from the drive: {share} of the reads.',
      none: 'Opening apps and files: not measured',
      noneText:
        'No test was read from the drive. What came from memory says how quickly a file opens that was used a moment ago.',
    },
    save: {
      smooth: 'Saving: smooth',
      fine: 'Saving: fine for apps, slow for databases',
      slow: 'Saving: slow',
      stalls: 'Saving: stalls',
      none: 'Saving: not measured',
      noneText: 'The flushes of this run reached no drive: memory took the writes.',
      text: 'A small write with its flush ({test}) takes {wait}.',
      noStall: 'No stall over 100 ms.',
      stall: '{count} {{call|calls}} took over 100 ms, the longest {max}.',
    },
    burst: 'Writes of {bytes} are a burst: after more of them a drive may become slower. Sustained write shows when.',
  },

  series: {
    title: 'Throughput over time',
    test: 'Test',
    axis: 'seconds of measured time',
    loop: 'Loop',
    time: 'Time',
    most: 'slowest call',
    chart: 'Throughput of {test} in steps of {step}; the table below has the same numbers.',
    none: 'No time series was recorded for this test.',
    single: 'This test was over within one step of {step}; the table of rates has its number.',
  },

  iostat: {
    title: 'As iostat -x shows it',
    hint: 'Calls of the page, not of the block device, in the loop closest to the median. %util is an upper bound where workers overlap.',
  },
} as const;
