export const LOCAL = 'local:';

/** When a run that is kept in this browser began, by which it is known here; `null` for the id of a published one. */
export function localStartOf(id: string): string | null {
  return id.startsWith(LOCAL) ? id.slice(LOCAL.length) : null;
}

/** The id of a run that is kept in this browser: see `localStartOf`. */
export function localIdOf(startedAt: string): string {
  return `${LOCAL}${startedAt}`;
}
