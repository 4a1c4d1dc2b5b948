/** The dialog that publishes a result, in English. */
export default {
  waitingTitle: 'Will be sent later',
  waitingWhy: {
    unreachable: 'The server cannot be reached.',
    busy: 'The server is busy.',
    full: 'The server has no room for new results at the moment.',
  },
  waiting: 'The result is kept in this browser and sent by itself, once, as soon as possible.',
  waitingWhere: 'Show unsent results',
  submit: 'Publish',
  again: 'Try again',
  title: 'Publish this result',
  intro: 'The page cannot see what hardware it runs on. Fill in what you know. Only Device is required.',
  remembered: 'Filled in as you published last time. Check it, then publish.',
  deviceHint: 'Model of the computer, for example MacBook Pro 14 (2023)',
  driveHint: 'If you know it, for example Samsung 990 Pro 2 TB',
  noteHint: 'Anything that affects speed: external, encrypted, RAID …',
  profileMovedHint: 'I started the browser with its profile on the drive named here.',
  unsaid: 'Not specified',
  other: 'other',
  'interface-network': 'network',
  'interface-virtual': 'virtual',
  count: 'Count it on the leaderboard.',
  countHint:
    'This browser stores a random ID, so that all results of this machine count as one. Untick to publish without an ID; the stored one is deleted.',
  preview: 'Exactly what is sent ({bytes})',
  previewHint:
    'Nothing else is sent: no IP address, no name, no cookie. Others may use what you publish under CC BY 4.0.',
  cancel: 'Cancel',
  close: 'Close',
  sending: 'Sending …',
  done: 'Published',
  permalink: 'Permalink',
  deletionHint: 'Your deletion key is stored in this browser. Anyone who has it can delete this result.',
  problem: {
    title: 'Not published',
    offline:
      'The server could not be reached. Check the connection and try again. Nothing is lost, and nothing is sent twice.',
    busy: 'The server is busy. Try again in a minute.',
    full: 'The server has no room for new results at the moment. Try again in an hour.',
    tooMany: 'Too many requests. Try again in a minute.',
    refused: 'The server did not accept the result: {detail}',
    field: '{field}: {detail}',
    conflict: 'This result is already published with other details. Details cannot be changed afterwards.',
    broken:
      'The server answered with something this page does not understand (status {status}). Try again in a minute.',
  },
} as const;
