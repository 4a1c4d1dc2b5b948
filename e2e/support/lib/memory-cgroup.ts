import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux mounts the memory controller of cgroup v1. */
const ROOT = '/sys/fs/cgroup/memory';

/** Why a browser cannot be given less memory here; `null` where it can. */
export function whyNoMemoryLimit(): string | null {
  if (process.platform !== 'linux') return `memory cgroups are Linux's, this is ${process.platform}`;
  if (process.getuid?.() !== 0) return 'only root can make a memory cgroup';
  return existsSync(join(ROOT, 'memory.limit_in_bytes')) ? null : 'there is no memory controller of cgroup v1';
}

/** The process and all that come from it. */
function familyOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(familyOf)];
}

/**
 * Calls `work` with a function that gives the browser on a profile so much memory, its page cache included. The browser
 * must have been closed when `work` resolves.
 */
export async function withMemoryLimit(bytes: number, work: (limit: (profile: string) => void) => Promise<void>) {
  const group = join(ROOT, `opfsmark-e2e-${process.pid}`);
  mkdirSync(group);
  try {
    writeFileSync(join(group, 'memory.limit_in_bytes'), `${bytes}`);
    await work((profile) => {
      const pid = Number(readlinkSync(join(profile, 'SingletonLock')).split('-').at(-1));
      for (const member of familyOf(pid)) writeFileSync(join(group, 'cgroup.procs'), `${member}`);
    });
  } finally {
    rmdirSync(group);
  }
}
