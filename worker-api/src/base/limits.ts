import { MAX_SLUG_CHARACTERS } from '@opfsmark/schema/documents';

export interface JsonLimits {
  readonly depth: number;
  readonly nodes: number;
}

export interface BodyLimits extends JsonLimits {
  /** Size of a compressed body on the wire. */
  readonly wireBytes: number;
  /** Size of a plain body, or of a compressed one after inflating. */
  readonly inflatedBytes: number;
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

/** A report of `/checkup` has about 100 values. */
export const CHECKUP_LIMITS: BodyLimits = { wireBytes: 8192, inflatedBytes: 8192, depth: 6, nodes: 200 };
/** Reports in a list, and of these of one internet provider: a browser each. */
export const CHECKUPS_READ = 300;
export const CHECKUPS_OF_PROVIDER = 40;

export const MAX_FILTER_CHARACTERS = MAX_SLUG_CHARACTERS;
export const MAX_SEARCH_CHARACTERS = 80;

/** Above this share of the room only runs with a ticket are accepted. */
export const TICKETED_PERCENT = 80;

/** The share of a group's room for runs of one machine, and for runs that one network has added. */
export const GROUP_SHARES = { machine: 1 / 5, network: 1 / 2 } as const;

/** Groups that one run may be in, so that deleting it stays a small batch. */
export const MAX_GROUPS_PER_RUN = 3;
/** Figures of a run that its group shows, the most telling ones. */
export const MAX_GROUP_FIGURES = 24;
/** A group whose runs have not changed for so long is deleted. */
export const GROUP_MONTHS = 24;
/** Runs that the group's key has taken out can be put back for so long. */
export const REMOVED_DAYS = 7;
/** How long a code finds a group after a run has last joined or left it. */
export const CODE_DAYS = 30;
/** Groups that the timer deletes at a time. */
export const OLD_GROUPS_PER_CALL = 50;

/** Rows per page; one more is read to see whether there is another page. */
export const BOARD_PAGE = 50;
export const RUNS_PAGE = 50;
export const RECENT_PAGE = 20;
/** Newest runs that are read for such a list, beside the newest of each provider that counts. */
export const RUNS_SPREAD = 80;
export const DEVICES_PAGE = 50;
export const SUBJECTS_PAGE = 50;
export const EXPORT_PAGE = 300;
export const MODERATION_PAGE = 50;
/** A sitemap may name 50,000 pages; more devices than this would need an index of sitemaps. */
export const SITEMAP_DEVICES = 5000;
