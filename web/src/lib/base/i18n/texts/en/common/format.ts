/** Words of numbers; waits are as short as they are said, Intl's short form is "40 secs". */
export default {
  format: {
    comma: ', ',
    s: '{count} s',
    min: '{count} min',
    h: '{count} h',
  },
} as const;
