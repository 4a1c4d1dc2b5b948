import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Who made a folder: so that a later run can tell whether that process is dead, which alone makes its folder one to delete.
 * `world` is one start of one computer, and in it one set of process numbers: a container has its own, and a drive may
 * be carried to, or shared with, another computer, where the number would say nothing.
 */
export interface Owner {
  readonly program: 'opfsmark';
  readonly world: string;
  readonly pid: number;
  /** Numbers are given again; the moment at which a process began is not. */
  readonly started: string;
}

/** The file in a run's folder that names its owner. */
export const OWNER_FILE = 'owner.json';

/** Field 22 of proc_pid_stat(5); the name in field 2 may hold spaces and parentheses. */
const AFTER_NAME = 2;
const START_FIELD = 21;

function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + AFTER_NAME).split(' ')[START_FIELD - AFTER_NAME] ?? null;
  } catch {
    return null;
  }
}

function worldOf(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null;
  }
}

/** This process; `null` where the system does not tell enough of it (anywhere but on Linux). */
export function ownerHere(): Owner | null {
  const [world, started] = [worldOf(), startOf(process.pid)];
  return world === null || started === null ? null : { program: 'opfsmark', world, pid: process.pid, started };
}

export function parseOwner(text: string): Owner | null {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null) return null;
    const { program, world, pid, started } = read as Record<string, unknown>;
    if (program !== 'opfsmark' || typeof world !== 'string' || typeof started !== 'string') return null;
    return typeof pid === 'number' && Number.isInteger(pid) && pid > 0 ? { program, world, pid, started } : null;
  } catch {
    return null;
  }
}

/** `unknown`: of another computer, or from before this one was started. */
export function stateOf({ world, pid, started }: Owner): 'alive' | 'dead' | 'unknown' {
  if (world !== worldOf()) return 'unknown';
  return startOf(pid) === started ? 'alive' : 'dead';
}
