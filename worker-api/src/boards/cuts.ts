/** What a run is compared by; '' where it was not specified. */
export interface BoardKeys {
  /** '<suite>.<layout>' */
  readonly scope: string;
  readonly device: string;
  readonly filesystem: string;
  readonly os: string;
  readonly browser: string;
}

/** Stands in no slug and in no family of browsers or systems. */
const SEPARATOR = '|';

export function packKeys(keys: BoardKeys): string {
  return [keys.scope, keys.device, keys.filesystem, keys.os, keys.browser].join(SEPARATOR);
}

export function unpackKeys(packed: string): BoardKeys {
  const [scope = '', device = '', filesystem = '', os = '', browser = ''] = packed.split(SEPARATOR);
  return { scope, device, filesystem, os, browser };
}

export function joinKey(...parts: readonly string[]): string {
  return parts.join(SEPARATOR);
}

/** The layout of a scope: '1.per-worker' -> 'per-worker'. */
export function layoutOfScope(scope: string): string {
  return scope.slice(scope.indexOf('.') + 1);
}

export function deviceCut(scope: string, device: string): string {
  return joinKey('d', scope, device);
}

/** With '' for the operating system: how the cuts of a filesystem on every system begin. */
export function filesystemCut(scope: string, filesystem: string, os: string): string {
  return joinKey('f', scope, filesystem, os);
}

/** The cells that a run counts in; `null` for the filesystem where none was specified. */
export type Cuts = Readonly<Record<'device' | 'client' | 'os' | 'exact', string> & Record<'filesystem', string | null>>;

export function cutsOf({ scope, device, filesystem, os, browser }: BoardKeys): Cuts {
  return {
    device: deviceCut(scope, device),
    filesystem: filesystem === '' ? null : filesystemCut(scope, filesystem, os),
    client: joinKey('c', scope, os, browser),
    os: joinKey('o', scope, os),
    exact: joinKey('x', scope, device, filesystem, os, browser),
  };
}

export function listCuts(keys: BoardKeys): string[] {
  return Object.values(cutsOf(keys)).filter((cut) => cut !== null);
}

const PART = '(?:\\|[^|]+)';
const CUT = new RegExp(`^(?:d${PART}{2}|f${PART}{3}|c${PART}{3}|o${PART}{2}|x${PART}{2}\\|[^|]*${PART}{2})$`);

export function isCut(text: string): boolean {
  return CUT.test(text);
}
