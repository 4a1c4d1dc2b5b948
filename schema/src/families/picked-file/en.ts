/** The words of the family in English: the shape that each other language must have. */
export default {
  about:
    'How fast is a drive that you may only read: a hard disk, a USB stick, an SD card, a phone? Pick a large file on it, in any browser. It is only read.',
  names: {
    again: '(again)',
    'in-order-1': 'sequential read, one slice at a time',
    'in-order-4': 'sequential read, four slices at a time',
    'drive-time': 'drive time, 4 KiB',
    'random-read': 'random read, 4 KiB',
  },
  first: 'First time',
  again: 'Read again immediately',
  drive: 'The drive',
  driveTime: 'The drive takes {time} for a small random read (median), on top of the {again} that this browser takes.',
  noDrive:
    'Small reads were as fast the first time as the second: the file was in memory, or the drive is too fast to measure this way.',
  partly:
    '{share} of the small reads were as fast the first time as the second: part of the file was in memory, so they say nothing about the drive.',
  read: 'The drive’s sequential read speed is {rate}.',
  readPartly: 'The file’s sequential read reached {rate}, perhaps partly from memory. This is not the drive’s speed.',
  readAtLeast:
    'The drive’s sequential read speed is {rate} or more. The browser itself tops out at {ceiling}, so a faster drive would look the same.',
  small: 'The file is too small for sequential reads. Pick one of at least 64 MB; 512 MB or more is better.',
  onlyRead: 'The file was only read. Nothing was written, and nothing of it leaves this computer.',
  hint: 'Pick a file that has not been used since the computer started; otherwise it is read from memory. Not comparable with sync handles, and ranked separately.',
} as const;
