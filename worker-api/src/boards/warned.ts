import type { Warning } from '@opfsmark/schema/api';
import type { RunClass } from '@opfsmark/schema/ranks';

/** Warnings about a run, as its answers have them; no field where there are none. */
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
