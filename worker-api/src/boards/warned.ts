import type { Warning } from '@opfsmark/schema/api';
import type { RunClass } from '@opfsmark/schema/ranks';

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
