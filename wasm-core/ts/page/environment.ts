import {
  FILL_BLOCK_BYTES,
  MAX_PAUSES,
  type Client,
  type CpuPressure,
  type Engine,
  type Environment,
  type Layout,
  type Pause,
} from '@opfsmark/schema/documents';
import { flushOf } from '@opfsmark/schema/evidence';
import type { StartReply } from '../protocol/messages.ts';
import type { Core } from './host.ts';

export const UNKNOWN_CLIENT: Client = {
  browser: { family: 'other', major: null },
  os: { family: 'other', major: null },
};

export interface Surroundings {
  readonly engine: Engine;
  readonly core: Pick<Core, 'version' | 'sha256' | 'compiler'>;
  readonly client: Client;
  readonly isolated: boolean;
  readonly clocks: readonly StartReply[];
  readonly layout: Layout;
  readonly visibilityChanges: number;
  readonly cpuPressure: CpuPressure | null;
  readonly pauses: readonly Pause[];
}

/** Files that only the core has are flushed nowhere. */
const WITHOUT_FILES: ReadonlySet<Engine> = new Set(['memory', 'scripted']);

/** The smallest, or 0 of none: of what the workers saw of their clocks. */
function smallest(values: readonly number[]): number {
  return values.length > 0 ? Math.min(...values) : 0;
}

export function clockStepOf(clocks: readonly StartReply[]): number {
  return smallest(clocks.map((clock) => clock.clockStepNs));
}

export function environmentOf(around: Surroundings): Environment {
  return {
    engine: around.engine,
    core_version: around.core.version,
    compiler: around.core.compiler,
    wasm_sha256: around.core.sha256,
    client: around.client,
    cross_origin_isolated: around.isolated,
    // Times of a made-up drive are exact: to the nanosecond in which records are written.
    clock_step_ns: Math.max(1, clockStepOf(around.clocks)),
    clock_call_ns: smallest(around.clocks.map((clock) => clock.clockCallNs)),
    layout: around.layout,
    fill_block_bytes: FILL_BLOCK_BYTES,
    flush_primitive: WITHOUT_FILES.has(around.engine) ? 'none' : (flushOf(around) ?? 'unknown'),
    visibility_changes: around.visibilityChanges,
    ...(around.cpuPressure && { cpu_pressure: around.cpuPressure }),
    ...(around.pauses.length > 0 && { pauses: around.pauses.slice(0, MAX_PAUSES) }),
  };
}
