import { join } from 'node:path';

/** The folder of the end-to-end tests. */
export const E2E = join(import.meta.dirname, '..', '..');

/** The root of the repository. */
export const ROOT = join(E2E, '..');
