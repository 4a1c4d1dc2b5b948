import { type ChildProcess, spawnSync } from 'node:child_process';

/** Windows has no groups of processes, and no signals: a program of its own ends a process with all that it has started. */
export const windowsCommand = (pid: number) => ['taskkill', '/pid', `${pid}`, '/t', '/f'] as const;

/** Ends a process that has a group of its own, and all in it; on Windows at once, whatever the signal. */
export function endTree({ pid }: ChildProcess, signal: NodeJS.Signals, platform = process.platform): void {
  if (pid === undefined) return;
  if (platform === 'win32') {
    const [command, ...words] = windowsCommand(pid);
    spawnSync(command, words, { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // All have ended.
  }
}
