/** Results that have not been sent yet, in English. */
export default {
  outbox: 'Waiting to be sent',
  outboxHint: 'Sent by itself, once, as soon as the server can be reached.',
  waitingSince: '{device}, waiting since {time}',
  refused: '{device}: not accepted by the server ({detail})',
  sendNow: 'Send now',
  sending: 'Sending …',
  discard: 'Discard',
} as const;
