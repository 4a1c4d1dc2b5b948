/** How much processor time the programs take that some work starts, with all that these start. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PERL = '/usr/bin/perl';
const SCRIPT = fileURLToPath(new URL('./processor-time.pl', import.meta.url));

/** The meter of the moment, if anything is measured. */
const meters = new AsyncLocalStorage();

/** Does `work`, and returns what it returns beside the processor time, in seconds; 0 where no program can tell it. */
export async function measureProcessorTime(work) {
  const meter = { seconds: 0 };
  const result = await meters.run(meter, work);
  return { result, processorSeconds: meter.seconds };
}

/**
 * The program to start instead of a command where its time is measured: a program that does the same and then tells the time.
 * @returns {{ command: string, args: readonly string[], stdio: readonly unknown[], watch: (child: import('node:child_process').ChildProcess) => void }}
 */
export function asMeasured(command, args, stdio) {
  const meter = meters.getStore();
  if (!meter || !existsSync(PERL)) return { command, args, stdio, watch: () => undefined };
  const watch = (child) => {
    const addTime = (text) => text.split(' ').forEach((seconds) => (meter.seconds += Number(seconds)));
    child.stdio[3].setEncoding('utf8').on('data', addTime);
  };
  return { command: PERL, args: [SCRIPT, command, ...args], stdio: [...stdio, 'pipe'], watch };
}
