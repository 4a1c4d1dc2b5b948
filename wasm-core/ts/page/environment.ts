import { FILL_BLOCK_BYTES, type Client, type Engine, type Environment, type Layout } from '@opfsmark/schema/documents';
import type { StartReply } from '../protocol/messages.ts';
import type { Core } from './host.ts';

export const UNKNOWN_CLIENT: Client = {
  browser: { family: 'other', major: null },
  os: { family: 'other', major: null },
};

const APPLE = new Set<string>(['macos', 'ios', 'ipados']);
const LINUX = new Set<string>(['linux', 'android', 'chromeos']);

/**
 * What `flush()` of a sync handle ends in. Chromium (base/files/file_posix.cc): fdatasync, on Apple systems
 * F_FULLFSYNC. WebKit (wtf/posix/FileSystemPOSIX.cpp) and Firefox (NSPR): fsync. On Windows there is one way only. Every
 * browser on iOS is WebKit.
 */
export function flushPrimitiveOf(client: Client, engine: Engine): Environment['flush_primitive'] {
  if (engine === 'memory' || engine === 'scripted') return 'none';
  const os = client.os.family;
  // Node.js is `browser` there, and libuv (src/unix/fs.c, src/win/fs.c) chooses as Chromium does.
  const browser = client.browser.family;
  if (browser === 'other') return 'unknown';
  if (os === 'windows') return 'FlushFileBuffers';
  const webkitOrGecko = os === 'ios' || os === 'ipados' || browser === 'safari' || browser === 'firefox';
  if (webkitOrGecko && (APPLE.has(os) || LINUX.has(os))) return 'fsync';
  if (LINUX.has(os)) return 'fdatasync';
  return APPLE.has(os) ? 'F_FULLFSYNC' : 'unknown';
}

export interface Surroundings {
  readonly engine: Engine;
  readonly core: Pick<Core, 'version' | 'sha256' | 'compiler'>;
  readonly client: Client;
  readonly isolated: boolean;
  readonly clocks: readonly StartReply[];
  readonly layout: Layout;
  readonly visibilityChanges: number;
}

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
    flush_primitive: flushPrimitiveOf(around.client, around.engine),
    visibility_changes: around.visibilityChanges,
  };
}
