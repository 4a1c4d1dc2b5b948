import type { Client, Engine, Environment, Layout } from '../documents/environment.ts';
import { FILL_BLOCK_BYTES } from '../documents/bounds.ts';

type Flush = Environment['flush_primitive'];
type Os = 'windows' | 'macos' | 'linux' | 'chromeos' | 'android' | 'ios';

/** By what code a browser reaches its files. */
type Base = 'chromium' | 'gecko' | 'webkit' | 'node';

interface Browser {
  readonly base: Base;
  readonly systems: readonly Os[];
  /** The first major version that can run the engine, and one released in `MAJORS_AS_OF`. */
  readonly majors: readonly [first: number, last: number];
}

const DESKTOP = ['windows', 'macos', 'linux'] as const;
const CHROMIUM = [...DESKTOP, 'chromeos', 'android'] as const;

/**
 * Browsers that can be measured, by the names that the engine gives them: from Chromium 119, whose handles take an
 * ArrayBuffer as the core has them, and the versions of others that are built on it.
 */
export const BROWSERS: Readonly<Partial<Record<Client['browser']['family'], Browser>>> = {
  chrome: { base: 'chromium', systems: CHROMIUM, majors: [119, 156] },
  edge: { base: 'chromium', systems: [...DESKTOP, 'android'], majors: [119, 156] },
  brave: { base: 'chromium', systems: [...DESKTOP, 'android'], majors: [119, 156] },
  opera: { base: 'chromium', systems: [...DESKTOP, 'android'], majors: [105, 156] },
  vivaldi: { base: 'chromium', systems: [...DESKTOP, 'android'], majors: [6, 156] },
  samsung: { base: 'chromium', systems: ['android'], majors: [25, 40] },
  firefox: { base: 'gecko', systems: [...DESKTOP, 'android'], majors: [115, 156] },
  safari: { base: 'webkit', systems: ['macos', 'ios'], majors: [16, 27] },
  node: { base: 'node', systems: DESKTOP, majors: [22, 27] },
};

/** The names of systems that mean the same here. */
const SYSTEMS: Readonly<Partial<Record<Client['os']['family'], Os>>> = {
  windows: 'windows',
  macos: 'macos',
  linux: 'linux',
  chromeos: 'chromeos',
  android: 'android',
  ios: 'ios',
  ipados: 'ios',
};

const MAJORS_AS_OF_MS = Date.UTC(2026, 10, 1);
/** Days between major versions of the browser with the quickest schedule: Chrome's, since version 153. */
const DAYS_PER_MAJOR = 14;
/** Previews are up to five versions ahead. The rest is room for a schedule that becomes quicker before this table is renewed. */
const MAJORS_AHEAD = 12;
/** Chromium has had handles that share a file since this version. */
const SHARED_HANDLES_SINCE = 121;
const DAY_MS = 86_400_000;

interface Platform {
  readonly base: Base;
  readonly os: Os;
}

/** The values that are possible for code of one base, in a page that is isolated as this site's are. */
interface Possible {
  readonly layouts: readonly Layout[];
  /** Steps of the clock in ns; `null` for a clock of the system, which has no such step. */
  readonly clockStepNs: number | null;
  readonly flush: (os: Os) => Flush;
  readonly engines: readonly Engine[];
}

const WITHOUT_MAC = (os: Os): Flush => (os === 'windows' ? 'FlushFileBuffers' : 'fdatasync');
const chromiumFlush = (os: Os): Flush => (os === 'macos' ? 'F_FULLFSYNC' : WITHOUT_MAC(os));
const fsync = (os: Os): Flush => (os === 'windows' ? 'FlushFileBuffers' : 'fsync');

/**
 * The environments that exist. Flushes: fdatasync in Chromium (base/files/file_posix.cc) and Node.js (libuv,
 * src/unix/fs.c), on macOS F_FULLFSYNC; fsync in WebKit (wtf/posix/FileSystemPOSIX.cpp) and Firefox (NSPR). Steps of `performance.now()`: 5 us in Chromium (third_party/blink TimeClamper), 20 us in
 * Firefox (nsRFPService) and WebKit (Performance::reduceTimeResolution), each in an isolated page.
 */
const POSSIBLE: Readonly<Record<Base, Possible>> = {
  chromium: {
    layouts: ['shared', 'per-worker'],
    clockStepNs: 5_000,
    flush: chromiumFlush,
    engines: ['opfs-sync', 'picked-folder', 'picked-file'],
  },
  gecko: { layouts: ['per-worker'], clockStepNs: 20_000, flush: fsync, engines: ['opfs-sync', 'picked-file'] },
  webkit: { layouts: ['per-worker'], clockStepNs: 20_000, flush: fsync, engines: ['opfs-sync', 'picked-file'] },
  node: { layouts: ['shared'], clockStepNs: null, flush: chromiumFlush, engines: ['node', 'node-direct'] },
};

/** A slow machine may never see two looks at the clock one step apart. */
const MAX_STEPS_SEEN = 2;
/** A system's clock is finer than this. */
const MAX_SYSTEM_STEP_NS = 20e3;
/** The error that floating point makes in a step. */
const STEP_TOLERANCE = 0.01;

/** Every browser on iOS is WebKit. */
function placeOf({ client }: Pick<Environment, 'client'>): Platform | null {
  const os = SYSTEMS[client.os.family];
  const browser = BROWSERS[client.browser.family];
  if (os === undefined || browser === undefined) return null;
  if (os === 'ios') return browser.base === 'node' ? null : { base: 'webkit', os };
  return browser.systems.includes(os) ? { base: browser.base, os } : null;
}

function isReleased({ client: { browser, os } }: Pick<Environment, 'client'>, atMs: number): boolean {
  const [firstMajor = 0, lastMajor = 0] = BROWSERS[browser.family]?.majors ?? [];
  if (browser.major === null) return false;
  // On iOS a browser's own version says nothing about WebKit's.
  const isIos = os.family === 'ios' || os.family === 'ipados';
  const since = Math.max(0, atMs - MAJORS_AS_OF_MS) / DAY_MS;
  return (
    browser.major >= (isIos ? 1 : firstMajor) &&
    browser.major <= lastMajor + MAJORS_AHEAD + Math.floor(since / DAYS_PER_MAJOR)
  );
}

/** The major version under which boards count a browser: none that is still to come, so that few rows can be invented. */
export function knownVersion(environment: Pick<Environment, 'client'>, atMs: number): string {
  return placeOf(environment) !== null && isReleased(environment, atMs) ? String(environment.client.browser.major) : '';
}

/** The call that a flush of a file ends in, by browser and system; `null` for a client that is not known. */
export function flushOf(client: Pick<Environment, 'client'>): Flush | null {
  const place = placeOf(client);
  return place && POSSIBLE[place.base].flush(place.os);
}

/** The step of the clock as a whole multiple of what the browser gives; `null` where it is none. */
export function clockQuantumNs(environment: Environment): number | null {
  const place = placeOf(environment);
  return place && POSSIBLE[place.base].clockStepNs;
}

function isPossibleClock({ clock_step_ns }: Environment, base: Base): boolean {
  const stepNs = POSSIBLE[base].clockStepNs;
  if (stepNs === null) return clock_step_ns <= MAX_SYSTEM_STEP_NS;
  const steps = clock_step_ns / stepNs;
  return Math.abs(steps - Math.round(steps)) <= STEP_TOLERANCE && steps >= 0.5 && steps <= MAX_STEPS_SEEN + 0.5;
}

/** Whether some browser on some system is like this: its layout, flush, clock, version and isolation. */
export function isKnownEnvironment(environment: Environment, atMs: number): boolean {
  const place = placeOf(environment);
  if (place === null || !environment.cross_origin_isolated || !isReleased(environment, atMs)) return false;
  const features = POSSIBLE[place.base];
  const { layout, client } = environment;
  return (
    features.engines.includes(environment.engine) &&
    features.layouts.includes(layout) &&
    (place.base !== 'chromium' || layoutOf(client.browser).includes(layout)) &&
    environment.flush_primitive === features.flush(place.os) &&
    environment.fill_block_bytes === FILL_BLOCK_BYTES &&
    // Only Chromium tells it.
    (environment.cpu_pressure === undefined || place.base === 'chromium') &&
    isPossibleClock(environment, place.base)
  );
}

/** The engine shares files wherever it can. Browsers that do not count as Chromium does may be of either kind. */
function layoutOf({ family, major }: Environment['client']['browser']): readonly Layout[] {
  if (!['chrome', 'edge', 'brave'].includes(family)) return ['shared', 'per-worker'];
  return (major ?? 0) >= SHARED_HANDLES_SINCE ? ['shared'] : ['per-worker'];
}
