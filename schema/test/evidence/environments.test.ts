import { describe, expect, it } from 'vitest';
import { bucketOf, emptyCounts, encodeHistogram } from '../../src/documents/histogram.ts';
import { isOfClock } from '../../src/evidence/latencies.ts';
import type { Environment } from '../../src/documents/environment.ts';
import { isKnownEnvironment } from '../../src/evidence/index.ts';

const STEP_NS = 5_000;
function histogramOf(...latenciesNs: number[]): string {
  const counts = emptyCounts();
  for (const ns of latenciesNs) counts[bucketOf(ns)] = 1;
  return encodeHistogram(counts);
}

it('a clock shows multiples of its step, and nothing between them', () => {
  expect(isOfClock(histogramOf(0, STEP_NS, 3 * STEP_NS), STEP_NS)).toBe(true);
  expect(isOfClock(histogramOf(STEP_NS, 1.5 * STEP_NS), STEP_NS)).toBe(false);
  // Buckets are wider than the step there.
  expect(isOfClock(histogramOf(1e6), STEP_NS)).toBe(true);
});

const NOW_MS = Date.UTC(2026, 10, 22);

const CHROME: Environment = {
  engine: 'opfs-sync',
  core_version: '0.1.0',
  compiler: 'emscripten 3.1.6',
  wasm_sha256: 'a'.repeat(64),
  client: { browser: { family: 'chrome', major: 156 }, os: { family: 'linux', major: null } },
  cross_origin_isolated: true,
  clock_step_ns: 5_000,
  clock_call_ns: 140,
  layout: 'shared',
  fill_block_bytes: 1 << 20,
  flush_primitive: 'fdatasync',
  visibility_changes: 0,
};

type Client = Environment['client'];

const client = (
  browser: Client['browser']['family'],
  major: number | null,
  os: Client['os']['family'] = 'linux',
): Client => ({ browser: { family: browser, major }, os: { family: os, major: null } });
const FIREFOX = {
  ...CHROME,
  client: client('firefox', 153),
  layout: 'per-worker',
  clock_step_ns: 20_000,
  flush_primitive: 'fsync',
} as const satisfies Environment;
const SAFARI = { ...FIREFOX, client: client('safari', 26, 'macos') };

describe('environments that exist', () => {
  it.each<[string, Environment]>([
    ['Chrome on Linux', CHROME],
    ['Chrome on macOS', { ...CHROME, client: client('chrome', 150, 'macos'), flush_primitive: 'F_FULLFSYNC' }],
    ['Edge on Windows', { ...CHROME, client: client('edge', 156, 'windows'), flush_primitive: 'FlushFileBuffers' }],
    ['Chrome before files could be shared', { ...CHROME, client: client('chrome', 120), layout: 'per-worker' }],
    ['Firefox on Linux', FIREFOX],
    ['Safari on macOS', SAFARI],
    ['Safari on an iPad', { ...SAFARI, client: client('safari', 26, 'ipados') }],
    ['Chrome on iOS, which is WebKit', { ...SAFARI, client: client('chrome', 150, 'ios') }],
    ['a clock of which every second step was missed', { ...CHROME, clock_step_ns: 10_000 }],
    ['Chrome that tells how busy the processors are', { ...CHROME, cpu_pressure: 'critical' }],
    ['Node.js', { ...CHROME, engine: 'node', client: client('node', 24), clock_step_ns: 40 }],
  ])('%s', (_, environment) => {
    expect(isKnownEnvironment(environment, NOW_MS)).toBe(true);
  });
});

const DAY_MS = 86_400_000;
/** The stable version: 153 on 8 September 2026, then one every two weeks. */
const stableChrome = (atMs: number) => 153 + Math.floor((atMs - Date.UTC(2026, 8, 8)) / (14 * DAY_MS));
const chromeOf = (major: number): Environment => ({ ...CHROME, client: client('chrome', major) });

it('Chrome is known as long as it keeps its schedule, from last year to its previews', () => {
  for (let atMs = NOW_MS; atMs < NOW_MS + 5 * 365 * DAY_MS; atMs += DAY_MS) {
    const stable = stableChrome(atMs);
    const unknownMajors = [stable - 26, stable, stable + 2, stable + 5].filter(
      (major) => !isKnownEnvironment(chromeOf(major), atMs),
    );
    expect(unknownMajors, new Date(atMs).toISOString()).toEqual([]);
  }
});

describe('environments that do not', () => {
  it.each<[string, Environment]>([
    ['Firefox that tells how busy the processors are', { ...FIREFOX, cpu_pressure: 'nominal' }],
    ['Safari with files that share', { ...SAFARI, layout: 'shared' }],
    ['Firefox with files that share', { ...FIREFOX, layout: 'shared' }],
    ['a new Chrome that does not share files', { ...CHROME, layout: 'per-worker' }],
    ["Firefox with Chrome's clock", { ...FIREFOX, clock_step_ns: 5_000 }],
    ["Chrome with Firefox's clock", { ...CHROME, clock_step_ns: 20_000 }],
    ["Chrome on Linux with macOS' flush", { ...CHROME, flush_primitive: 'F_FULLFSYNC' }],
    ['Safari on Linux', { ...SAFARI, client: client('safari', 26) }],
    ['a page that is not isolated', { ...CHROME, cross_origin_isolated: false }],
    ['a browser that is not listed', { ...CHROME, client: client('other', 1) }],
    ['a system that is not listed', { ...CHROME, client: client('chrome', 156, 'other') }],
    ['a version of the next decade', { ...CHROME, client: client('chrome', 400) }],
    ['Chrome whose handles take no ArrayBuffer', { ...CHROME, client: client('chrome', 118), layout: 'per-worker' }],
    ['Edge of the same Chromium', { ...CHROME, client: client('edge', 118), layout: 'per-worker' }],
    ['Opera of the same Chromium', { ...CHROME, client: client('opera', 104), layout: 'per-worker' }],
    ['Firefox before the first that is supported', { ...FIREFOX, client: client('firefox', 114) }],
    ['Safari without handles in workers', { ...SAFARI, client: client('safari', 15, 'macos') }],
    ['no version', { ...CHROME, client: client('chrome', null) }],
    ['Node.js in a browser', { ...CHROME, engine: 'node' }],
    ['a browser in Node.js', { ...CHROME, client: client('node', 24) }],
    ['another fill', { ...CHROME, fill_block_bytes: 4096 }],
  ])('%s', (_, environment) => {
    expect(isKnownEnvironment(environment, NOW_MS)).toBe(false);
  });

  it('versions that are to come in years', () => {
    for (const years of [0, 1, 5]) {
      const atMs = NOW_MS + years * 365 * DAY_MS;
      expect(isKnownEnvironment(chromeOf(stableChrome(atMs) + 30), atMs)).toBe(false);
    }
  });
});
