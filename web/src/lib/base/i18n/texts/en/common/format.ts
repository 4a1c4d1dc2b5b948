/** Units of durations; Intl's short form would be "40 secs". */
export default {
  format: {
    comma: ', ',
    s: '{count} s',
    min: '{count} min',
    h: '{count} h',
  },
} as const;
