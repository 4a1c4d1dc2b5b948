import { needsConsent } from '@opfsmark/schema/families';
import { createInterface } from 'node:readline/promises';

interface Terms {
  /** Whatever it writes was agreed to. */
  readonly isAgreed: boolean;
  readonly stop: AbortSignal;
}

/** Says what will be written. At a terminal it asks where that is much; a script that runs the command has agreed to it. */
export async function agree(said: string, bytesWrittenMax: number, { isAgreed, stop }: Terms): Promise<boolean> {
  console.error(said);
  const isAtTerminal = process.stdin.isTTY && process.stderr.isTTY;
  if (isAgreed || !isAtTerminal || !needsConsent({ bytesWrittenMax })) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.once('SIGINT', () => terminal.close());
  stop.addEventListener('abort', () => terminal.close());
  const closed = new Promise<string>((end) => terminal.once('close', () => end('')));
  const answer = await Promise.race([terminal.question('Go on? [y/N] '), closed]);
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
