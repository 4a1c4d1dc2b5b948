import * as z from 'zod/mini';
import { BROWSER_FAMILIES, CPU_PRESSURES, MAX_PAUSES, OS_FAMILIES, PAUSE_OUTCOMES } from './lists.ts';
import { count, Direction, nanoseconds, Row, Sha256 } from './checks.ts';

export const PauseOutcome = z.enum(PAUSE_OUTCOMES);
export type PauseOutcome = z.infer<typeof PauseOutcome>;

const milliseconds = () => z.number().check(z.nonnegative(), z.maximum(1e10));

/** A time in which computer or browser stood still: it slept, or was frozen. */
export const Pause = z.strictObject({
  /** From the beginning of the run. */
  after_ms: milliseconds(),
  ms: milliseconds(),
  outcome: PauseOutcome,
  /** The pass under way, where it was one. */
  row: z.optional(Row),
  direction: z.optional(Direction),
});
export type Pause = z.infer<typeof Pause>;

/**
 * By which way the bytes went. Results of different engines never share a board. `node-direct` goes past the page cache
 * (`O_DIRECT`, on Windows unbuffered), so that every call ends on the drive. `scripted` (a made-up drive with exact
 * times, for tests and demonstrations) and `memory` (the harness without a drive) cannot be published.
 */
export const Engine = z.enum([
  'opfs-sync',
  'picked-folder',
  'picked-file',
  'node',
  'node-direct',
  'memory',
  'scripted',
]);
export type Engine = z.infer<typeof Engine>;

/** `shared`: all workers on one file through `readwrite-unsafe` handles; `per-worker`: N files of size / N. */
export const Layout = z.enum(['shared', 'per-worker']);
export type Layout = z.infer<typeof Layout>;

/** Family and major version only: enough to compare, too little to recognise anyone by. */
export const Client = z.strictObject({
  browser: z.strictObject({ family: z.enum(BROWSER_FAMILIES), major: z.nullable(count()) }),
  os: z.strictObject({ family: z.enum(OS_FAMILIES), major: z.nullable(count()) }),
});
export type Client = z.infer<typeof Client>;

export const Environment = z.strictObject({
  engine: Engine,
  core_version: z.string().check(z.regex(/^\d[0-9A-Za-z.+-]{0,31}$/)),
  /** By which the core was compiled: "emscripten 3.1.6". */
  compiler: z.string().check(z.regex(/^[a-z][a-z0-9 .+-]{0,39}$/)),
  wasm_sha256: Sha256,
  client: Client,
  cross_origin_isolated: z.boolean(),
  /** Smallest difference the clock was seen to show, and the price of one look at it. */
  clock_step_ns: nanoseconds(),
  clock_call_ns: nanoseconds(),
  layout: Layout,
  fill_block_bytes: count(),
  /** The system call behind `flush()` here, as far as browser and OS tell. */
  flush_primitive: z.enum(['fdatasync', 'F_FULLFSYNC', 'FlushFileBuffers', 'fsync', 'none', 'unknown']),
  /** How often the page was hidden or shown while it measured. */
  visibility_changes: count(),
  /** The highest state of the last seconds before the run; absent where the browser does not tell. */
  cpu_pressure: z.optional(z.enum(CPU_PRESSURES)),
  /** In the order of their times; absent where there was none. */
  pauses: z.optional(z.array(Pause).check(z.minLength(1), z.maxLength(MAX_PAUSES))),
});
export type Environment = z.infer<typeof Environment>;
