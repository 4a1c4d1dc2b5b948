/** Publishing, and what is declared then. */
export default {
  publish: {
    open: 'Publish',
    show: 'Show the published page',
    copy: 'Copy link',
    copied: 'Copied',
    share: 'Share …',
    pictureStates: { none: 'Copy picture', copied: 'Picture copied', failed: 'Could not copy' },
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
