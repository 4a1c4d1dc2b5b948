/** Publishing, and what is declared then. */
export default {
  publish: {
    open: 'Publish',
    show: 'Show the published page',
    copy: 'Copy link',
    copyCode: 'Copy code',
    copied: 'Copied',
    copyFailed: 'Could not copy',
    share: 'Share …',
    qr: {
      open: 'QR code',
      title: 'Open this result on a phone',
      how: 'Scan the code with the phone’s camera. The page that opens can run the same test there.',
    },
    pictureStates: { none: 'Copy picture', copied: 'Picture copied', failed: 'Could not copy the picture' },
    why: {
      scripted: 'Only measurements of a real drive can be published; this is a demonstration.',
      nothing: 'There is nothing to publish: no test was finished.',
    },
  },
  declared: {
    device: 'Device',
    drive: 'Drive',
    interface: 'Interface',
    filesystem: 'Filesystem',
    note: 'Note',
    profile: 'Browser profile',
    profileMoved: 'Moved to this drive',
  },
} as const;
