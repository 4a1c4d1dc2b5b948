import { lstatSync, readdirSync, readFileSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { OWNER_FILE, parseOwner, stateOf } from './owner.ts';

/** What runs give their folder and their files. */
const FOLDER = /^\.opfsmark-[A-Za-z0-9]{6}$/;
const FILE = /^(?:data|part)(?:-\d+){0,2}$/;

export interface Leftovers {
  /** Of runs that were killed: deleted now. */
  readonly removed: readonly string[];
  /** Of runs that are at work beside this one. */
  readonly busy: readonly string[];
  /** Look like ours, and are not known to be nobody's any more: left as they are. */
  readonly unknown: readonly string[];
}

type Kind = keyof Leftovers;

/** Whether a folder is a dead run's, and holds nothing but what a run makes. */
function kindOf(folder: string): Kind {
  const { isOurs, names } = lookInto(folder);
  if (!isOurs || !names.includes(OWNER_FILE)) return 'unknown';
  const owner = parseOwner(readFileSync(join(folder, OWNER_FILE), 'utf8'));
  const state = owner ? stateOf(owner) : 'unknown';
  if (state !== 'dead') return state === 'alive' ? 'busy' : 'unknown';
  const onlyOurs = names.every(
    (name) => (name === OWNER_FILE || FILE.test(name)) && lstatSync(join(folder, name)).isFile(),
  );
  return onlyOurs ? 'removed' : 'unknown';
}

function lookInto(folder: string): { isOurs: boolean; names: string[] } {
  const entry = lstatSync(folder);
  // Root can delete what is another's; it should not.
  const isOurs = entry.isDirectory() && (process.getuid === undefined || entry.uid === process.getuid());
  return { isOurs, names: isOurs ? readdirSync(folder) : [] };
}

/** File by file and the owner last: cut short, it is still known whose it is; and nothing else can go with it. */
function remove(folder: string): void {
  const names = readdirSync(folder).filter((name) => FILE.test(name));
  for (const name of [...names, OWNER_FILE]) unlinkSync(join(folder, name));
  rmdirSync(folder);
}

/** Deletes what killed runs have left in `parent`, where that is certain, and names the rest. `own` is this run's. */
export function clearLeftovers(parent: string, own: string): Leftovers {
  const found: Record<Kind, string[]> = { removed: [], busy: [], unknown: [] };
  for (const name of readdirSync(parent)) {
    if (!FOLDER.test(name) || name === own) continue;
    const folder = join(parent, name);
    try {
      const kind = kindOf(folder);
      if (kind === 'removed') remove(folder);
      found[kind].push(folder);
    } catch {
      // Another run may have been faster, or it is not ours to look into.
      found.unknown.push(folder);
    }
  }
  return found;
}
