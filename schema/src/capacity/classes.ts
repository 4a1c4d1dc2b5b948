/**
 * Speed classes of the SD Association, with their least speeds in MB/s as it publishes them:
 * https://www.sdcard.org/developers/sd-standard-overview/speed-class/
 */
const SPEED_CLASSES = [
  ['C2', 2],
  ['C4', 4],
  ['C6', 6],
  ['V6', 6],
  ['C10', 10],
  ['U1', 10],
  ['V10', 10],
  ['U3', 30],
  ['V30', 30],
  ['V60', 60],
  ['V90', 90],
] as const;

/**
 * Application classes, with their least random reads and writes of 4 KiB per second; both also need 10 MB/s of writing in order:
 * https://www.sdcard.org/developers/sd-standard-overview/application-performance-class/
 */
const APP_CLASSES = [
  ['A1', 1500, 500],
  ['A2', 4000, 2000],
] as const;
const APP_MB_PER_S = 10;

export interface RandomRates {
  readonly readsPerS: number;
  readonly writesPerS: number;
}

export function appClassOf({ readsPerS, writesPerS }: RandomRates, slowestMbPerS: number): 'A1' | 'A2' | null {
  if (slowestMbPerS < APP_MB_PER_S) return null;
  return APP_CLASSES.findLast(([, reads, writes]) => readsPerS >= reads && writesPerS >= writes)?.[0] ?? null;
}

/** The highest of each kind: "C10, U3, V30". A class promises a least speed, so the slowest stretch counts. */
export function speedClassesOf(slowestMbPerS: number): string[] {
  const reached = SPEED_CLASSES.filter(([, least]) => slowestMbPerS >= least).map(([name]) => name);
  return ['C', 'U', 'V'].flatMap((kind) => reached.findLast((name) => name.startsWith(kind)) ?? []);
}
