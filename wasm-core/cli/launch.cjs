/**
 * Starts the process that measures. This file and packed.cjs are ES5, so that any Node.js there has ever been can read them
 * and say that it is too old.
 */
'use strict';
var childProcess = require('child_process');
var os = require('os');

/** The oldest that what it starts runs on; the package's `engines` say the same. */
var OLDEST = [22, 18];

exports.isNewEnough = function () {
  var numbers = process.versions.node.split('.').map(Number);
  return numbers[0] > OLDEST[0] || (numbers[0] === OLDEST[0] && numbers[1] >= OLDEST[1]);
};

exports.OLDEST = OLDEST.join('.');

exports.TOO_OLD =
  'Node.js ' +
  exports.OLDEST +
  ' or newer is needed, and this is ' +
  process.versions.node +
  ': see https://nodejs.org.';

function complain(problem) {
  console.error('opfsmark: ' + problem);
  process.exitCode = 1;
}
exports.complain = complain;

/** How long a second signal waits for the process that measures, which a drive may hold in a call. */
var PATIENCE_MS = 1000;
/** SIGBREAK is Ctrl-Break, which only Windows has. */
var SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'];
var HELD =
  'The drive still holds the process in a call: it ends, and its files are deleted, as soon as the drive lets go.';

function leave(signal) {
  console.error(HELD);
  process.exit(128 + os.constants.signals[signal]);
}

/**
 * A service is reached as other programs reach it: by the proxy of HTTP_PROXY, HTTPS_PROXY and NO_PROXY, with the certificates that
 * this computer knows. Node.js looks at these once, when it starts, and from version 22.21 on; older ones ignore them.
 */
var NETWORK = { NODE_USE_ENV_PROXY: '1', NODE_USE_SYSTEM_CA: '1' };

/**
 * The same words to a process of its own, which measures; ends as it ends. No system ends a process whose drive does not
 * answer, so that this one, which touches no drive, is there to give the terminal back.
 */
exports.measureIn = function (node, script) {
  var isWindows = process.platform === 'win32';
  var child = childProcess.spawn(node, [script].concat(process.argv.slice(2)), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: Object.assign({}, NETWORK, process.env),
    // Signals of the terminal come from here alone, once.
    detached: !isWindows,
  });
  var signalCount = 0;
  SIGNALS.forEach(function (signal) {
    process.on(signal, function () {
      signalCount += 1;
      // The console of Windows tells each of its processes by itself, and `kill` would end the other at once, its files left.
      if (!isWindows) child.kill(signal);
      if (signalCount === 2) setTimeout(leave, PATIENCE_MS, signal).unref();
    });
  });
  child.on('error', function (error) {
    complain(error.message);
  });
  child.on('close', function (code, signal) {
    // It was never started, which is said already.
    if (code < 0) return;
    process.exitCode = code === null ? 128 + (os.constants.signals[signal] || 0) : code;
  });
};
