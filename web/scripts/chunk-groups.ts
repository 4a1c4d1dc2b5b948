/**
 * Which modules are one file. A bundler makes a file of what the same set of entries needs, and every part that is loaded on demand is
 * an entry: the first visit of a page took 60 files, most of them below 1 KB, each of which costs a request. Here a file is what the same
 * pages load, and small ones are joined where that spares more requests than it costs bytes.
 */

/** Characters that pages may load for nothing, for each request that is spared. */
const MAX_SPARE = 2000;

/** A file as the bundler makes it by itself. */
export interface Chunk {
  readonly file: string;
  readonly modules: readonly string[];
  /** Files. */
  readonly imports: readonly string[];
  /** In characters. */
  readonly size: number;
  /** Joined with no other. */
  readonly isAlone?: boolean;
}

interface Group {
  readonly loads: Set<number>;
  readonly chunks: readonly Chunk[];
  readonly size: number;
  readonly imports: Set<Group>;
  readonly isAlone: boolean;
}

function loadedWith(chunks: readonly Chunk[], modules: readonly string[]): Set<Chunk> {
  const asked = new Set(modules);
  const ofFile = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  const loaded = new Set(chunks.filter((chunk) => chunk.modules.some((module) => asked.has(module))));
  for (const { imports } of loaded) {
    for (const file of imports) {
      const chunk = ofFile.get(file);
      if (chunk) loaded.add(chunk);
    }
  }
  return loaded;
}

/** What any load has, each chunk by itself. */
function groupsOf(chunks: readonly Chunk[], loads: readonly (readonly string[])[]): Set<Group> {
  const loaded = loads.map((modules) => loadedWith(chunks, modules));
  const groups = new Map<string, Group>();
  for (const chunk of chunks) {
    const having = [...loads.keys()].filter((load) => loaded[load]?.has(chunk));
    if (having.length === 0) continue;
    const { file, size, isAlone = false } = chunk;
    groups.set(file, { loads: new Set(having), chunks: [chunk], size, imports: new Set<Group>(), isAlone });
  }
  for (const { chunks: own, imports } of groups.values()) {
    for (const file of own.flatMap((chunk) => chunk.imports)) {
      const imported = groups.get(file);
      if (imported) imports.add(imported);
    }
  }
  return new Set(groups.values());
}

/** Characters loaded for nothing if both were one, for each load that has both. */
function spareOf(a: Group, b: Group): number {
  const shared = [...a.loads].filter((load) => b.loads.has(load)).length;
  return (a.size * (b.loads.size - shared) + b.size * (a.loads.size - shared)) / shared;
}

/** Whether `from` imports `to` by way of a third one: joined, these two would import it and be imported by it. */
function isAround(from: Group, to: Group): boolean {
  const seen = new Set([...from.imports].filter((group) => group !== to));
  for (const group of seen) {
    for (const next of group.imports) {
      if (next === to) return true;
      seen.add(next);
    }
  }
  return false;
}

const canJoin = (a: Group, b: Group) => !isAround(a, b) && !isAround(b, a);

const joinable = (groups: Set<Group>) => [...groups].filter(({ isAlone }) => !isAlone);

function closestOf(groups: Set<Group>) {
  const all = joinable(groups);
  const pairs = all.flatMap((a, index) => all.slice(index + 1).map((b) => ({ a, b, spare: spareOf(a, b) })));
  const worth = pairs.filter(({ spare }) => spare <= MAX_SPARE).toSorted((one, other) => one.spare - other.spare);
  return worth.find(({ a, b }) => canJoin(a, b));
}

function join(groups: Set<Group>, a: Group, b: Group): Group {
  const joined: Group = {
    loads: new Set([...a.loads, ...b.loads]),
    chunks: [...a.chunks, ...b.chunks],
    size: a.size + b.size,
    imports: new Set([...a.imports, ...b.imports]),
    isAlone: false,
  };
  groups.delete(a);
  groups.delete(b);
  groups.add(joined);
  for (const { imports } of groups) {
    const hadOne = [a, b].filter((group) => imports.delete(group)).length > 0;
    if (hadOne) imports.add(joined);
  }
  joined.imports.delete(joined);
  return joined;
}

/** What the same loads have. */
function joinSame(groups: Set<Group>): void {
  const byLoads = new Map<string, Group>();
  for (const group of joinable(groups)) {
    const key = [...group.loads].join();
    const same = byLoads.get(key);
    byLoads.set(key, same && canJoin(same, group) ? join(groups, same, group) : (same ?? group));
  }
}

/** Module -> the name of its group. What no load has stays as it is. `loads`: the modules that are asked for together. */
export function chunkGroups(chunks: readonly Chunk[], loads: readonly (readonly string[])[]): Map<string, string> {
  const groups = groupsOf(chunks, loads);
  joinSame(groups);
  for (let pair = closestOf(groups); pair; pair = closestOf(groups)) join(groups, pair.a, pair.b);
  return new Map(
    joinable(groups).flatMap(({ chunks: own }, index) =>
      own.flatMap(({ modules }) => modules.map((module): [string, string] => [module, `shared-${index}`])),
    ),
  );
}
