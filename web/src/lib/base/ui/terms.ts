import type { Subjects } from '$lib/base/i18n/subjects.ts';

/** What has a plain sentence of its own. */
export type Term = keyof Subjects['terms'];
