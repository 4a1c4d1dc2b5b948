#!/usr/bin/env node
/** `opfsmark` as it is installed: nothing is left to be compiled or chosen. ES5, as launch.cjs says. */
'use strict';
var launch = require('./launch.cjs');

/** What a Node.js that is too old can do: say the version, and what the commands are. */
function answerTooOld(words) {
  /** Written by `npm run pack`: { version, help: by the command, '' for all }. */
  var texts = require('./texts.json');
  var isHelp = words[0] === 'help' || words.indexOf('--help') >= 0 || words.indexOf('-h') >= 0;
  var command = words[0] === 'help' ? words[1] : words[0];
  if (isHelp) console.log(texts.help[command] || texts.help['']);
  else if (words.indexOf('--version') >= 0) console.log(texts.version);
  else {
    console.error('opfsmark: ' + launch.TOO_OLD);
    process.exit(1);
  }
}

if (launch.isNewEnough()) launch.measureIn(process.execPath, require('path').join(__dirname, '../dist/run.js'));
else answerTooOld(process.argv.slice(2));
