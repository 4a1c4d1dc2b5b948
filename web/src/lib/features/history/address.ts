/** The page of a run that this browser keeps. */
export function keptRunAddress(startedAt: string): string {
  return `/history/${encodeURIComponent(startedAt)}`;
}
