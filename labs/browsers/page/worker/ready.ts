/** Says that it is there: what `workers ready` waits for. */
postMessage('ready');
