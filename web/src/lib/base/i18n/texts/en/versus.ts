/** Two browsers on one computer, on `/versus`. */
export default {
  title: 'Two browsers on one computer',
  intro:
    'Which of two browsers stores data faster here? They measure in turn, each as often at the beginning as at the end, so that neither gains by a computer that gets warm or busy. What differs is told, and what does not.',
  steps: {
    make: 'Make a link in one browser.',
    open: 'Open it in the other one on the same computer, with both windows in sight, and press Start there.',
    wait: 'Both measure in turn by themselves. At the end the link has the result.',
  },
  make: 'Make the link',
  takes: '{runs} runs, about {time} in all. Each browser writes up to {bytes} in that time and deletes them.',
  sent: 'The two browsers meet at the service: each run is sent there as an unlisted result, which only those who have the link can see, with the browser and system by name and version and the number of processors. Each browser keeps the keys that delete its runs.',
  noScript: 'JavaScript is off in this browser, or was not loaded. A comparison needs it; its result does not.',
  groupName: 'Two browsers: {browser} on {os}',
  problems: {
    unkept:
      'Not made: this browser stores nothing for this site, and so could not keep the key of the comparison. Allow site data, or make room for it, and try again.',
    tooMany: 'Too many comparisons and groups were made from your network today. Try again tomorrow.',
    offline: 'The server could not be reached, or is busy. Try again in a minute.',
  },
  invite: 'Now open this link in the other browser',
  inviteHint:
    'On the same computer. Put the two windows side by side: a window that is covered is not measured. The code is for a browser on a phone that is to be compared with another one on it.',
  scan: 'QR code of the link',
  joinHint: 'Another browser on this computer waits to be compared with this one. Keep both windows in sight.',
  start: 'Start',
  goOn: 'Go on',
  anew: 'Compare two other browsers',
  yourTurn: 'Bring this window to the front',
  states: {
    first: 'Waiting until Start is pressed in the other browser and its first run is done.',
    waiting: 'The other browser measures. {done} of {all} runs are done.',
    long: 'Nothing has come from the other browser for {time}. Its window must be open and in sight, and its computer awake.',
    hidden:
      'It is the turn of this browser, but its window was not in sight. It measures when you bring it to the front.',
    measuring: 'This browser measures: run {run} of {all}.',
    sending: 'The result is on its way to the service.',
    sendingLong:
      'The result of this browser has been on its way for {time}. It is sent by itself as soon as the service takes it. Where too much came from your network today, that is tomorrow.',
    over: 'All {all} runs are done.',
  },
  stops: {
    gone: 'This comparison was deleted.',
    taken: 'Two other browsers are compared at this link.',
    silent: 'Nothing has come from the other browser for half an hour, so this one waits no more.',
    unsent:
      'The result of this browser could not be sent for half an hour. It is kept here and sent by itself later. Then open this link again and press Go on.',
    measuring: 'This browser could not measure: {detail}.',
    unsupported:
      'This browser cannot measure, because it lacks something ({detail}). Chrome or Edge 119, Firefox 115 and Safari 16.4 or newer can, in a normal window.',
    sending: 'The service did not take the result: {detail}.',
    unkept:
      'Nothing was sent: this browser stores nothing for this site, and so could not keep the key that deletes its run. Allow site data, or make room for it, and try again.',
    full: 'The comparison takes no more runs: it is closed or full.',
  },
  checkup: 'What this browser can do',
  faster: '{name} is faster than {base} in {list}.',
  slower: '{name} is slower than {base} in {list}.',
  ties: 'No difference was shown in {count} {{test|tests}}.',
  tooEarly: 'Two blocks at the least tell whether there is a difference.',
  allTies: 'No difference was shown in any test.',
  marked: '{name}, {mark}',
  table: 'Side by side, {blocks} {{block|blocks}} of four runs',
  columns: { test: 'Test', ratio: '{name} against {base}', interval: '95 % interval', noise: 'Noise' },
  verdicts: { same: 'the same', unclear: 'no clear difference' },
  moreBlocks: 'after two blocks',
  reading:
    'Means of all runs. A difference is told where it is surely more than {percent} % for all tests together, and more than the noise: what two halves of one browser’s own runs differ by. “The same”: surely less than {percent} %.',
  notAlways: 'Not measured each time, so not compared: {list}.',
  notAboveZero: 'Not above zero each time, so not compared: {list}.',
  unlike: 'At times from the drive and at times from memory, so not compared: {list}.',
  doubts: {
    os: 'The two browsers run on different operating systems: these are two computers, and their drives differ, too.',
    processors:
      'The two browsers tell different numbers of processors: they may run on two computers, whose drives differ, too.',
    memory: 'One of them keeps its files in memory, as private windows do: it was not the drive that was measured.',
    plan: 'They did not measure the same tests.',
  },
  share: 'Whoever has the link of this page sees this result ({done} {{run|runs}}).',
  runs: 'All runs',
} as const;
