/** Asked before a phone reads from the drive. */
export default {
  title: 'Read from the drive too?',
  text: 'This test clears its file from memory, so that the drive itself is read. For a few seconds that fills the memory of this device: other apps may have to load again.',
  measure: 'Drive, then memory',
  leave: 'From memory only',
} as const;
