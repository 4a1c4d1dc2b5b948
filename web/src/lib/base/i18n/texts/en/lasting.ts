/** How long this browser keeps what is stored in it, and what to say where a run is gone. */
export default {
  lasts: {
    agreed: 'The browser has agreed to keep the data of this site until you delete it.',
    room: 'This browser may delete the data of this site when the drive is nearly full.',
    unvisited: 'This browser may delete the data of this site after 7 days of use without a visit.',
  },
  notKept: {
    title: 'This run is not in this browser',
    text: 'Runs are kept only in the browser that measured them. It was deleted, by you or by the browser, or measured elsewhere.',
  },
  unreadable: {
    title: 'This run cannot be read',
    text: 'What this browser keeps of it is damaged, or comes from another version of this site. On the page History you can save it as it is, or delete it.',
  },
  askToLast: 'Ask the browser to keep it',
  refused: 'The browser did not agree. A file is safer.',
  saveAsFile: 'Save history and keys as a file',
} as const;
