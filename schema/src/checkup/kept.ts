import kept from './kept.json' with { type: 'json' };
import type { Checkup } from './schema.ts';

/** A report that is kept with the source, and what it was made with. */
export interface KeptCheckup {
  /** "Chromium 156.0.7823.42, headless shell of Debian 12". */
  readonly build: string;
  readonly checkup: Checkup;
}

/** Made by `npm run checkups -w labs`. */
export const KEPT_CHECKUPS = kept as readonly KeptCheckup[];
