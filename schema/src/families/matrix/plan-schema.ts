import * as z from 'zod/mini';
import { BOUNDS, SUITE_VERSION } from '../../documents/bounds.ts';
import { Direction, integerWithin, Row } from '../../documents/checks.ts';
import { rowSlug } from '../../documents/row-name.ts';
import { MIB } from '../../documents/units.ts';
import { CACHE_CHOICES, DATA_CHOICES, PROFILE_IDS, VERIFY_CHOICES } from './choices.ts';

export const ProfileId = z.enum(PROFILE_IDS);
export type ProfileId = z.infer<typeof ProfileId>;

/** Everything needed to repeat a run of the result grid. Jobs run in the order directions x rows. */
export const MatrixPlan = z.strictObject({
  family: z.literal('matrix'),
  suite: z.literal(SUITE_VERSION),
  /** The profile it started from; what was changed since is `changedParameters`. */
  profile: ProfileId,
  rows: z.array(Row).check(
    z.minLength(BOUNDS.rows.min),
    z.maxLength(BOUNDS.rows.max),
    z.refine((rows) => new Set(rows.map(rowSlug)).size === rows.length, 'a row is there twice'),
  ),
  directions: z.array(Direction).check(
    z.minLength(1),
    z.maxLength(3),
    z.refine((directions) => new Set(directions).size === directions.length, 'a direction is there twice'),
  ),
  /** Share of reads in the `mix` direction, in steps of 10. */
  mix_read_percent: integerWithin(BOUNDS.mix_read_percent, 10),
  /** With `drive_s` the most that it may be: the result says what it was. */
  file_bytes: integerWithin(BOUNDS.file_bytes, MIB),
  /**
   * How many seconds of the drive each of the leading rates gets at least, and how large the file is: as much as the drive
   * fills in 2.5 times as long. 0: passes as large and as long as the other fields say.
   */
  drive_s: integerWithin(BOUNDS.drive_s),
  /** Maximum bytes that one pass writes; 0: as much as the file holds. */
  write_bytes: integerWithin(BOUNDS.write_bytes, MIB),
  /** With `drive_s` the most that there are. */
  loops: integerWithin(BOUNDS.loops),
  /**
   * A pass ends after this long, or when the file has been visited once; 0: only when it has been visited. Reads from
   * memory begin anew until the time is over.
   */
  limit_s: integerWithin(BOUNDS.limit_s),
  /** Rest before each job, so that a drive can finish what it has put off. */
  interval_s: integerWithin(BOUNDS.interval_s),
  data: z.enum(DATA_CHOICES),
  seed: integerWithin(BOUNDS.seed),
  /** `sampled` verifies some sectors after each read job; `all` every one. */
  verify: z.enum(VERIFY_CHOICES),
  /** Adds loops until the spread is at most 3 %, up to `MAX_STABLE_LOOPS`. */
  until_stable: z.boolean(),
  /** Writes start over, in a new order, when the file has been visited once before the time limit. */
  revisit: z.boolean(),
  /**
   * `as-is`: whatever the page cache holds. Three read each block once: `cold` what was prepared before a restart,
   * `deep` a file larger than memory, `drive` what the system was made to forget in the same visit. `drive-and-memory`
   * reads each row twice, as `drive` and as `as-is`.
   */
  cache: z.enum(CACHE_CHOICES),
});
export type MatrixPlan = z.infer<typeof MatrixPlan>;
