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

/** The highest of each kind: "C10, U3, V30". A class promises a least speed, so the slowest stretch counts. */
export function speedClassesOf(slowestMbPerS: number): string[] {
  const reached = SPEED_CLASSES.filter(([, least]) => slowestMbPerS >= least).map(([name]) => name);
  return ['C', 'U', 'V'].flatMap((kind) => reached.findLast((name) => name.startsWith(kind)) ?? []);
}
