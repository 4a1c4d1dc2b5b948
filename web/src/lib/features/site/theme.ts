export type Theme = 'light' | 'dark';

export function isTheme(text: string | null | undefined): text is Theme {
  return text === 'light' || text === 'dark';
}

/** Kept a year, first party, read by the server so that a page never flashes in the other theme. */
export const PREFERENCE_COOKIE = { path: '/', maxAge: 31_536_000, sameSite: 'lax' } as const;
