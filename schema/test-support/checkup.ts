import type { Checkup } from '../src/checkup/schema.ts';

/** A Chromium with its profile on a drive, as it was seen. */
export const WHOLE_CHECKUP = {
  checkup: 1,
  started_at: '2026-11-29T00:31:08.682Z',
  wall_ms: 36_319,
  core_version: '0.1.0',
  client: { browser: { family: 'chrome', major: 156 }, os: { family: 'linux', major: null } },
  isolation: { isolated: true, shared_memory: true },
  wake_lock: { outcome: 'held' },
  storage: { persisted: false, quota_bytes: 10_737_418_240, usage_bytes: 0 },
  memory: { device_gib: 16, allocated_bytes: 268_435_456 },
  clock: { step_ns: 5_000, call_ns: 819 },
  handle: { outcome: 'sync' },
  handles: { tried: 64, of_one_file: 64, of_own_files: 64, seen_by_others: true },
  flush: {
    has_flush: true,
    bytes: 16_777_216,
    write_ns: 5_380_000,
    flush_ns: 9_035_000,
    clean_flush_ns: 205_000,
    get_size_ns: 50_000,
  },
  hole: {
    bytes: 67_108_864,
    grow_ns: 3_790_000,
    read_ns: 235_235_000,
    usage_before_bytes: 17_051_156,
    usage_after_bytes: 84_160_190,
    call_ns: 1_200,
  },
  reads: {
    layout: 'shared',
    workers: 32,
    forget: {
      bytes_read: 9_734_979_584,
      elapsed_ns: 29_444_090_000,
      slow_samples: 9,
      samples: 27,
      ended: 'forgotten',
    },
    memory: { p50_ns: 5_000, depth: 31.6 },
    drive: { p50_ns: 125_952, depth: 6.8 },
  },
  run: { outcome: 'done' },
} as const satisfies Checkup;
