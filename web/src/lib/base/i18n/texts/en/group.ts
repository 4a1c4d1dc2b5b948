/** The page on groups, and the page of one. */
export default {
  title: 'Groups',
  intro:
    'Compare the computers and phones of a class, an office or a family at an address of your own. No account is needed.',
  steps: {
    make: 'Make a group and give it a name.',
    send: 'Send its link to the others, or show them its QR code.',
    run: 'Everybody opens the link, presses Run here and publishes. All results stand in one table.',
  },
  rules:
    'Only people who have the link find the group, and anyone who has it can read it. Results in it are published like any other. A group is deleted 24 months after it last changed.',
  own: 'Groups made in this browser',
  ownHint: 'The keys that delete them are stored in this browser.',

  createTitle: 'Make a group',
  name: 'Name of the group',
  nameHint: 'For example Class 3b',
  createHint:
    'The key of the group is stored in this browser. Anyone who has it can remove results and delete the group.',
  create: 'Make group',
  cancel: 'Cancel',
  close: 'Close',
  problem: {
    name: 'This name cannot be used: {detail}.',
    storage: 'Not made: this browser stores nothing for this site, and so could not keep the key of the group.',
    tooMany: 'Too many groups were made from your network today. Try again tomorrow.',
    other: 'The server could not be reached, or is busy. Try again in a minute.',
  },

  unlisted: '{count} {{result|results}}. Unlisted: only people who have the link find this page.',
  run: 'Run here',
  code: 'QR code',
  codeHow: 'Scan the code with the camera of a phone or tablet, then press Run here.',
  empty: 'No results yet',
  emptyNext: 'Press Run here and publish the result, or send the link to the others.',
  full: 'The group is full: it has {max} results. Remove one to make room; a waiting result is added first.',
  families: 'Tests',
  figure: 'Figure',
  show: 'Show',
  runs: 'Results of the group',
  notRanked:
    'Best first, not ranked: the devices, browsers and settings may differ. Results from memory come after those from a drive. Bars are logarithmic.',
  held: 'held for review',
  takeOut: 'Remove',
  takeOutOf: 'Remove the result of {name} from the group',
  takeOutFailed: 'It could not be removed. Try again in a minute.',

  add: 'Add a result …',
  addTitle: 'Add a result to the group',
  addHint: 'Published in this browser and not yet in the group:',
  addOne: 'Add',
  addOf: 'Add the result of {time}',
  added: {
    joined: 'Added.',
    full: 'Not added: the group is full, or the result is in as many groups as it can be.',
    gone: 'Not added: the result or the group was deleted.',
    refused: 'Not added: the server did not accept it.',
    later: 'The server could not be reached, or is busy. Try again in a minute.',
  },

  delete: 'Delete group …',
  deleteTitle: 'Delete the group “{name}”?',
  deleteHint: 'Its link will stop working. The results themselves stay published. This cannot be undone.',
  deleteYes: 'Delete group',
  deleteFailed: 'It could not be deleted ({status}). Try again in a minute.',
  keep: 'Keep it',
} as const;
