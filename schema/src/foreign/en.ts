/** What is said of results of other tools, in English: the shape that each other language must have. */
export default {
  direct: 'reported elsewhere, direct I/O',
  buffered: 'reported elsewhere, through the page cache',
  problems: {
    not_understood: 'Line {line} was not understood: {text}',
    not_measured: 'Line {line}: nothing was measured: {text}',
    repeated: 'Line {line}: the same test again, so only the first is shown: {text}',
    mixed: 'Line {line}: mixed reads and writes are left out: {text}',
    direction_missing: 'Line {line} says neither “read” nor “write”: {text}',
    job_options: 'Line {line}: this job does not name its “rw” and one “bs”, so its test is not known: {text}',
    job_parts: 'Line {line}: not all processes of this job are in the text, so it is left out: {text}',
    job_failed: 'Line {line}: this job ended with an error and is left out: {text}',
    cut_off: 'The text ends too early, at line {line}. What was understood is kept.',
    too_long: 'Only the first {text} were read. Results of these tools are far shorter: is it the right file?',
    tool_unknown:
      'No result of CrystalDiskMark, AmorphousDiskMark, KDiskMark or fio (its JSON) was found. Use the whole text, from its first line.',
    own_result: 'This is a result of OPFSMark. Compare it by its link, or in the command line by its file of --json.',
    nothing: 'Nothing in it can be compared.',
    more: 'And {text} more lines like these.',
  },
} as const;
