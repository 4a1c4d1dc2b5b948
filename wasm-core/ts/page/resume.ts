import type { PausedRun } from '../api.ts';
import type { Core } from './host.ts';
import { leaseAllows } from './reload-lease.ts';

/** Whether this engine began the run: a record must not mix two versions. */
export function isOfCore({ version, sha256 }: Pick<Core, 'version' | 'sha256'>, { record }: PausedRun): boolean {
  const { core_version, wasm_sha256 } = record.environment;
  return core_version === version && wasm_sha256 === sha256;
}

/** See `CanResume` in api.ts. */
export function canResumeOn(core: Pick<Core, 'version' | 'sha256'>, paused: PausedRun): boolean {
  return leaseAllows(paused.lease) && isOfCore(core, paused);
}
