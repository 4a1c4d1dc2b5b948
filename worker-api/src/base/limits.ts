import { MAX_SLUG_CHARACTERS } from '@opfsmark/schema/documents';

export interface BodyLimits {
  /** Size of a compressed body on the wire. */
  readonly wireBytes: number;
  /** Size of a plain body, or of a compressed one after inflating. */
  readonly inflatedBytes: number;
  readonly depth: number;
  readonly nodes: number;
}

/**
 * Limits of an upload. They fit the largest plan there can be: 16 rows in three directions with ten loops (29,600 values,
 * 1.2 MB, 0.2 MB gzipped). test/limits.test.ts measures that run and those of all profiles.
 */
export const UPLOAD_LIMITS: BodyLimits = {
  wireBytes: 256 * 1024,
  inflatedBytes: 1536 * 1024,
  depth: 10,
  nodes: 32_000,
};

/**
 * No stored document is larger, whatever its fields: the compressed record and declaration. The largest plan takes 0.2 MB.
 */
export const MAX_STORED_BYTES = 256 * 1024;

export const SMALL_BODY_LIMITS: BodyLimits = { wireBytes: 8192, inflatedBytes: 8192, depth: 4, nodes: 50 };

/** Reports of one internet provider in a list: a browser each. */
export const CHECKUPS_OF_PROVIDER = 40;

export const MAX_FILTER_CHARACTERS = MAX_SLUG_CHARACTERS;
export const MAX_SEARCH_CHARACTERS = 80;

/** Above this share of the room only runs with a ticket are accepted. */
export const TICKETED_PERCENT = 80;

/** Groups that one run may be in, so that deleting it stays a small batch. */
export const MAX_GROUPS_PER_RUN = 3;
/** Figures of a run that its group shows, the most telling ones. */
export const MAX_GROUP_FIGURES = 24;
/** Runs that the group's key has taken out can be put back for so long. */
export const REMOVED_DAYS = 7;
/** How long a code finds a group after a run has last joined or left it. */
export const CODE_DAYS = 30;

/** Objects that R2 lists and deletes at once. */
export const OBJECTS_PER_CALL = 1000;

/** Rows per page; one more is read to see whether there is another page. */
export const MODERATION_PAGE = 50;
