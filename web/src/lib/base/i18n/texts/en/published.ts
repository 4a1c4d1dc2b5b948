/** What each published case tells, in English; titles, labels and notes are as in `schema/vectors/published`. */
export default {
  'stutter-eeepc':
    'Early SSDs of netbooks stalled: a few calls of more than half a second took two fifths of the time.',
  'small-files-eeepc':
    'The same small files, copied before and after a setting meant to reduce accesses. It made copying slower.',
  'block-sweep-nvme':
    'Calls per second stay about the same up to 4 KiB and fall beyond that. Bytes per second grow until the drive reaches its limit. Through the block layer the same drive gets less out of large blocks.',
  'durability-nvme':
    'The same 1 GiB, written to memory or all the way to the drive. The drive took twenty times as long.',
  'database-insert':
    'On a hard disk, two million inserts spent nine tenths of the time waiting for it. On an SSD the processor was the limit.',
  'filesystems-usb-ssd':
    'One drive, formatted three times. Only the filesystem differs, and small writes differ more than tenfold.',
  'hdd-ssd-hybrid':
    'Speed relative to an SSD, in powers of ten. A hard disk is 10 to 1,000 times slower; a hybrid disk is fast only where loops read the same blocks again.',
} as const;
