/** Results that have not been sent yet, in English. */
export default {
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
} as const;
