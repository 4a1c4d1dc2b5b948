export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The day in UTC: '2026-11-21'. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
