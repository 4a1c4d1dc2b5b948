/** Results that wait to be sent. */
export default {
  outbox: 'Waiting to be sent',
  outboxHint: 'Sent by itself, once, when the results service can be reached.',
  waitingSince: '{device}, waiting since {time}',
  refused: '{device}: refused by the service ({detail})',
  sendNow: 'Send now',
  sending: 'Sending …',
  discard: 'Do not send',
} as const;
