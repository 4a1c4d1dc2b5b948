import { TEXT_PROBLEMS } from '@opfsmark/schema/documents';

/** Publishing a result, and what can be done with it then. */
export default {
  waitingTitle: 'Will be sent later',
  waitingWhy: {
    unreachable: 'The server cannot be reached.',
    busy: 'The server is busy.',
    full: 'The server has no room for new results at the moment.',
    tooMany: 'Too many results came from your network. It may take until tomorrow before this one can be sent.',
  },
  waiting:
    'The result is kept in this browser and sent automatically, once, as soon as possible while a page of this site is open.',
  waitingWhere: 'Show unsent results',
  submit: 'Publish',
  again: 'Try again',
  title: 'Publish this result',
  intro: 'The page cannot see what hardware it runs on. Fill in what you know. Only Device is required.',
  remembered: 'Filled in from your last result. Check it, then publish.',
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
  group: {
    join: 'Also add it to the group whose link you opened.',
    joinNamed: 'Also add it to the group “{name}”.',
    hint: 'Everyone who has the link of the group sees the result there.',
    open: 'Open the group',
    outcomes: {
      joined: 'Added to the group:',
      later: 'The group could not be reached. The result is added automatically as soon as possible:',
      full: 'Not added, because the group is full:',
      gone: 'Not added to the group, because it was deleted.',
      refused: 'Not added to the group: the server did not accept it.',
    },
  },
  preview: 'Exactly what is sent ({bytes})',
  previewHint:
    'The result holds nothing else: no IP address, no name, no cookie. Others may use what you publish under CC BY 4.0.',
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
    /** Follows the field's name, or stands in the sentence about a group's. */
    text: TEXT_PROBLEMS,
    conflict: 'This result is already published with other details. Details cannot be changed afterwards.',
    broken: 'Unexpected answer from the server (status {status}). Try again in a minute.',
    storage:
      'This browser stores nothing for this site, so it could not keep your deletion key. Allow site data, or make room for it, and try again.',
  },

  /** Results that have not been sent yet. */
  outbox: {
    outbox: 'Waiting to be sent',
    ended: 'Not sent as asked',
    outboxHint: 'Sent automatically, once, as soon as the server can be reached and a page of this site is open.',
    waitingSince: '{device}, waiting since {time}',
    refused: '{device}: not accepted by the server ({detail})',
    notJoined: {
      full: '{device}: published, but not added to the group, because the group is full',
      gone: '{device}: published, but not added to the group, because the result or the group was deleted',
      refused: '{device}: published, but the server did not add it to the group',
    },
    sendNow: 'Send now',
    sending: 'Sending …',
    discard: 'Discard',
  },

  /** What can be done with the address of a published result. */
  share: {
    title: 'Share and keep',
    badge: 'Badge',
    badgeAlt: 'Badge of this result',
    markdown: 'Markdown',
    html: 'HTML',
    copy: 'Copy',
    copied: 'Copied',
    embed: 'Embed the picture',
    embedHint: 'A frame with the picture, which opens this result.',
    download: 'Download',
    remove: 'Delete this result',
    removeHint: 'This browser has the deletion key. Deleting cannot be undone.',
    removeKeep: 'To delete it from elsewhere, or after this site’s data was cleared, keep this key:',
    removeAsk:
      'Its deletion key is not in this browser. Whoever published the result may have it. Deleting cannot be undone.',
    removeKey: 'Deletion key',
    removeKeyForm: 'A deletion key has 43 letters, digits, - and _. Copy all of it.',
    removeWrong: 'This is not the deletion key of this result.',
    removeYes: 'Delete for good',
    removed: 'Deleted. This page disappears with the next visit.',
    removeFailed: 'It could not be deleted ({status}). Try again in a minute.',
    report: 'Report this result',
    reason: 'What is wrong?',
    reasons: {
      implausible: 'The numbers are not plausible',
      wrong_device: 'Wrong device',
      offensive: 'Offensive text',
      other: 'Something else',
    },
    detail: 'Details (optional)',
    send: 'Send report',
    reported: 'Thank you. We will look at it.',
    reportFailed: 'The report could not be sent ({status}). Try again later.',
  },
} as const;
