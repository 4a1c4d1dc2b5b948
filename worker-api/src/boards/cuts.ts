/** By what a run is compared with others; '' where it was not said. */
export interface Keys {
  readonly scope: string;
  readonly device: string;
  readonly filesystem: string;
  readonly os: string;
  readonly browser: string;
}

const SEPARATOR = '|';

export function packKeys(keys: Keys): string {
  return [keys.scope, keys.device, keys.filesystem, keys.os, keys.browser].join(SEPARATOR);
}

export function unpackKeys(packed: string): Keys {
  const [scope = '', device = '', filesystem = '', os = '', browser = ''] = packed.split(SEPARATOR);
  return { scope, device, filesystem, os, browser };
}

/** The cells a run counts in. Slugs and families hold no separator. */
export function cutsOf(keys: Keys): { device: string; filesystem: string | null; client: string; exact: string } {
  const { scope, device, filesystem, os, browser } = keys;
  return {
    device: ['d', scope, device].join(SEPARATOR),
    filesystem: filesystem === '' ? null : ['f', scope, filesystem, os].join(SEPARATOR),
    client: ['o', scope, os, browser].join(SEPARATOR),
    exact: ['x', scope, device, filesystem, os, browser].join(SEPARATOR),
  };
}
