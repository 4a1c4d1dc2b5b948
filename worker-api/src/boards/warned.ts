import type { Warning } from '@opfsmark/schema/api';

/** By which a run is in a class. */
export interface RunClass {
  readonly browser: string;
  readonly version: string;
  readonly core: string;
  readonly created_ms: number;
}

export const classOf = ({ browser, version, core, created_ms }: RunClass): RunClass => ({
  browser,
  version,
  core,
  created_ms,
});

/** What is warned of about a run, as its answers have it: nothing where it is nothing. */
export function warningsOf(warnings: readonly Warning[], run: RunClass | undefined): { warnings?: string[] } {
  if (!run) return {};
  const matches = warnings.filter(({ of, name, version, from, until }) => {
    const isOf = of === 'core' ? name === run.core : name === run.browser && (version ?? run.version) === run.version;
    return (
      isOf &&
      (from === null || run.created_ms >= Date.parse(from)) &&
      (until === null || run.created_ms < Date.parse(until))
    );
  });
  return matches.length === 0 ? {} : { warnings: [...new Set(matches.map(({ text }) => text))] };
}
