import type { BodyLimits } from '../intake/body.ts';

/**
 * What the body of an upload may be: enough for every plan there can be, 16 rows in three directions with ten loops.
 * test/limits.test.ts makes that run (29,600 values, 1.2 MB, 0.2 MB gzipped) beside those of the profiles with nine loops
 * (5,620 values, 0.2 MB, 37 KB gzipped), for which a limit of 5,000 values would already be too low.
 */
export const UPLOAD_LIMITS: BodyLimits = {
  wireBytes: 256 * 1024,
  inflatedBytes: 1536 * 1024,
  depth: 10,
  nodes: 32_000,
};

export const SMALL_BODY_LIMITS: BodyLimits = { wireBytes: 8192, inflatedBytes: 8192, depth: 4, nodes: 50 };

/** Rows of a page; one more is read to see whether there is another page. */
export const BOARD_PAGE = 50;
export const RUNS_PAGE = 50;
export const RECENT_PAGE = 20;
export const DEVICES_PAGE = 50;
export const EXPORT_PAGE = 500;
export const REPORTS_A_DAY = 20;
/** A sitemap may name 50,000; more devices than that would need an index of sitemaps. */
export const SITEMAP_DEVICES = 5000;
