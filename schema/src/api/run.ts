import * as z from 'zod/mini';
import { Declaration } from '../documents/declaration.ts';
import { RunId } from '../documents/checks.ts';
import { RunRecord } from '../families/checks.ts';
import { RunLinks, RunStatus } from './receipt.ts';

/** See `Figure`. */
export const RunFigure = z.strictObject({
  id: z.string(),
  name: z.string(),
  unit: z.enum(['bytes_per_s', 'iops', 'files_per_s', 'rows_per_s', 'ns', 'calls', 'share']),
  better: z.enum(['higher', 'lower']),
  /** The median over the loops, and the interval in which it lies. */
  value: z.number(),
  low: z.number(),
  high: z.number(),
  /** Measured once: `low` and `high` are an assumption to compare by. */
  once: z.optional(z.literal(true)),
  p99_ns: z.nullable(z.number()),
  /**
   * Where the bytes of a read came from, also of the reads in a mix. Of what was written `cached` where memory keeps it,
   * `unflushed` where flushes did nothing, `buffered` where none was made, else `null`.
   */
  read_from: z.nullable(z.enum(['drive', 'mixed', 'cached', 'unknown', 'unflushed', 'buffered'])),
});
export type RunFigure = z.infer<typeof RunFigure>;

/** Why a run waits that is far better than all that was confirmed: it counts when it is confirmed itself. */
export const UNUSUAL = 'unusual';

/** `GET /api/v1/runs/{run_id}`: a run of any family. */
export const RunView = z.strictObject({
  run_id: RunId,
  created_at: z.iso.datetime(),
  status: RunStatus,
  /** Why it is held or hidden. */
  reasons: z.array(z.string()),
  /** 1: may count towards a rank. 0: shown, never ranked. */
  trust: z.int(),
  /** Why it does not rank: see `EVIDENCE_REASONS`, and `UNUSUAL`. */
  unranked_because: z.array(z.string()),
  /** A moderator has confirmed it. */
  confirmed: z.boolean(),
  device: z.strictObject({ slug: z.string(), name: z.string() }),
  /** The declared model; `null` where it was not said. */
  drive: z.nullable(z.strictObject({ slug: z.string(), name: z.string() })),
  declared: Declaration,
  record: RunRecord,
  /** The numbers that stand for the result, most telling first, derived by the service. */
  figures: z.array(RunFigure),
  /** Figures that can stand on boards, by metric id. */
  metrics: z.record(z.string(), z.number()),
  links: RunLinks,
});
export type RunView = z.infer<typeof RunView>;
