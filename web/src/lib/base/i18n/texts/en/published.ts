/** What each published case tells, in English; titles, labels and notes are as in `schema/vectors/published`. */
export default {
  'stutter-eeepc':
    'The first solid-state drives of netbooks could stall: a few calls of more than half a second took two fifths of all the time.',
  'small-files-eeepc':
    'The same small files copied before and after a setting that was to make fewer accesses: it made copying slower.',
  'block-sweep-nvme':
    'Calls a second stay alike up to 4 KiB and fall from there; bytes a second grow until the drive is full. Through the block layer the same drive answers far fewer small calls.',
  'durability-nvme':
    'The same gibibyte: written into memory, or really onto the drive, which took twenty times as long.',
  'database-insert':
    'Two million inserts on a hard disk waited for it nine tenths of the time; on a solid-state drive the processor was the limit.',
  'filesystems-usb-ssd':
    'One drive, formatted three times: only the file system differs, and small writes differ by more than ten times.',
  'hdd-ssd-hybrid':
    'As powers of ten of the ratio to an SSD: a hard disk is one to three decades slower, and a hybrid disk is quick only where loops read the same blocks again.',
} as const;
