import { fallsShort } from '../figures/depth.ts';
import { FINE_CLOCK_NS } from '../families/flags.ts';
import { flushesAreFree } from '../families/flushes.ts';
import { GIB } from '../documents/units.ts';
import { MESSAGE_NS, UNTOLD_SPACE_BYTES } from './limits.ts';
import type { Checkup } from './schema.ts';

/** The parts that the engine relies on, in the order in which it is told. */
export const CHECK_IDS = [
  'handles',
  'layout',
  'several',
  'depth',
  'clock',
  'flush',
  'clearing',
  'holes',
  'kept',
  'eviction',
  'space',
  'memory',
  'isolation',
  'wake_lock',
] as const;
export type CheckId = (typeof CHECK_IDS)[number];

/** `works`, works in part (`weak`), `lacks` it, or could not be told. */
export const CHECK_STATES = ['works', 'weak', 'lacks', 'unknown'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** The finding of one of them: the name of the finding, and the numbers that speak for it. */
export interface Check {
  readonly id: CheckId;
  readonly state: CheckState;
  readonly finding: Finding;
  readonly values: Readonly<Record<string, number>>;
  /** Exception that the browser threw. */
  readonly error?: string;
}

/** Growing a hole costs what writing it would where it takes more than this share of that. */
const COSTLY_SHARE_OF_WRITING = 0.5;
/** A clock that is so coarse tells no call from another. */
const USELESS_CLOCK_NS = 900e3;
/** Quick may write so much. */
const ENOUGH_BYTES = 2.5 * GIB;

type Judged = Omit<Check, 'id'>;

const FINDINGS = [
  'handles_sync',
  'handles_early',
  'handles_missing',
  'handles_refused',
  'no_storage',
  'shared',
  'not_shared',
  'one_handle',
  'enough_handles',
  'few_handles',
  'depth_reached',
  'depth_short',
  'clock_fine',
  'clock_coarse',
  'clock_useless',
  'flush_waits',
  'flush_does_nothing',
  'no_flush',
  'cleared',
  'not_cleared',
  'clearing_stopped',
  'holes_free',
  'holes_cost',
  'on_drive',
  'in_memory',
  'persisted',
  'evictable',
  'asks_to_keep',
  'room',
  'little_room',
  'room_untold',
  'enough_memory',
  'little_memory',
  'isolated',
  'not_isolated',
  'no_shared_memory',
  'kept_awake',
  'no_wake_lock',
  'wake_lock_refused',
  'not_reached',
] as const;
type Finding = (typeof FINDINGS)[number];

const judged = (state: CheckState, finding: Finding, values: Judged['values'] = {}, error?: string): Judged => ({
  state,
  finding,
  values,
  ...(error !== undefined && { error }),
});
const NOT_REACHED = judged('unknown', 'not_reached');

function handles({ handle }: Checkup): Judged {
  if (!handle) return NOT_REACHED;
  const { outcome, error } = handle;
  const findings = {
    sync: 'handles_sync',
    early: 'handles_early',
    missing: 'handles_missing',
    refused: 'handles_refused',
    no_storage: 'no_storage',
  } as const;
  return judged(outcome === 'sync' ? 'works' : 'lacks', findings[outcome], {}, error);
}

function layout({ handles: counts, reads }: Checkup): Judged {
  if (!counts) return NOT_REACHED;
  const { of_one_file, seen_by_others, error } = counts;
  if (of_one_file < 2 || reads?.layout === 'per-worker') return judged('weak', 'one_handle', {}, error);
  return seen_by_others ? judged('works', 'shared') : judged('lacks', 'not_shared');
}

function several({ handles: counts }: Checkup): Judged {
  if (!counts) return NOT_REACHED;
  const { tried, of_one_file, of_own_files } = counts;
  const open = Math.max(of_one_file, of_own_files);
  return judged(open >= tried ? 'works' : 'weak', open >= tried ? 'enough_handles' : 'few_handles', { open, tried });
}

function depth({ reads }: Checkup): Judged {
  const depths = [reads?.memory, reads?.drive].flatMap((seen) => seen?.depth ?? []);
  if (!reads || depths.length === 0) return NOT_REACHED;
  const reached = Math.max(...depths);
  const values = { depth: reached, workers: reads.workers };
  return fallsShort(reached, reads) ? judged('weak', 'depth_short', values) : judged('works', 'depth_reached', values);
}

function clock({ clock: ownClock }: Checkup): Judged {
  if (!ownClock) return NOT_REACHED;
  const { step_ns } = ownClock;
  if (step_ns <= FINE_CLOCK_NS) return judged('works', 'clock_fine', { step_ns });
  return step_ns >= USELESS_CLOCK_NS
    ? judged('lacks', 'clock_useless', { step_ns })
    : judged('weak', 'clock_coarse', { step_ns });
}

/** Whether what was written was in a drive when the flush returned; `null` where there was no flush to ask. */
function flushIsFree({ flush: seen }: Checkup): boolean | null {
  if (!seen?.has_flush) return null;
  const { bytes, flush_ns, get_size_ns } = seen;
  return flushesAreFree({ witnesses: [{ bytes, flush_ns }], callNs: get_size_ns });
}

function flush(checkup: Checkup): Judged {
  if (!checkup.flush) return NOT_REACHED;
  const { has_flush, bytes, flush_ns, clean_flush_ns } = checkup.flush;
  if (!has_flush) return judged('lacks', 'no_flush');
  const values = { bytes, flush_ns, clean_flush_ns };
  return flushIsFree(checkup) ? judged('lacks', 'flush_does_nothing', values) : judged('works', 'flush_waits', values);
}

function clearing({ reads }: Checkup): Judged {
  if (!reads?.forget) return NOT_REACHED;
  const { ended, bytes_read, elapsed_ns } = reads.forget;
  const before_ns = reads.memory?.p50_ns ?? 0;
  const after_ns = reads.drive?.p50_ns ?? 0;
  const values = { before_ns, after_ns, bytes_read, elapsed_ns };
  if (ended === 'forgotten') return judged('works', 'cleared', values);
  return ended === 'limit_time' || ended === 'limit_bytes'
    ? judged('weak', 'clearing_stopped', values)
    : judged('weak', 'not_cleared', values);
}

/** The bytes that the browser counts as used by a hole, and the time that growing it takes beside writing as much. */
function holes({ hole, flush: written }: Checkup): Judged {
  if (!hole) return NOT_REACHED;
  const { bytes, grow_ns, read_ns, usage_before_bytes, usage_after_bytes } = hole;
  const counted =
    usage_before_bytes === null || usage_after_bytes === null ? null : usage_after_bytes - usage_before_bytes;
  const writing_ns =
    written && written.bytes > 0 ? ((written.write_ns + written.flush_ns) * bytes) / written.bytes : null;
  const values = {
    bytes,
    grow_ns,
    read_ns,
    ...(counted !== null && { counted_bytes: Math.max(0, counted) }),
    ...(writing_ns !== null && { writing_ns }),
  };
  const costs = writing_ns !== null && grow_ns > COSTLY_SHARE_OF_WRITING * writing_ns;
  return costs ? judged('weak', 'holes_cost', values) : judged('works', 'holes_free', values);
}

function kept(checkup: Checkup): Judged {
  const call_ns = checkup.hole?.call_ns;
  if (call_ns === undefined) return NOT_REACHED;
  const isInMemory = call_ns > MESSAGE_NS;
  return judged(isInMemory ? 'lacks' : 'works', isInMemory ? 'in_memory' : 'on_drive', { call_ns });
}

function eviction({ storage, eviction: tried }: Checkup): Judged {
  if (storage.persisted === null) return NOT_REACHED;
  if (storage.persisted) return judged('works', 'persisted');
  return judged('weak', tried?.persisted ? 'asks_to_keep' : 'evictable', { ...(tried?.expired && { expired_s: 1 }) });
}

function space({ storage: { quota_bytes, usage_bytes } }: Checkup): Judged {
  const left_bytes = quota_bytes === null || usage_bytes === null ? UNTOLD_SPACE_BYTES : quota_bytes - usage_bytes;
  if (left_bytes === UNTOLD_SPACE_BYTES) return judged('unknown', 'room_untold');
  // Some browsers let a site store more than they say that it may.
  const values = { left_bytes: Math.max(0, left_bytes) };
  return left_bytes < ENOUGH_BYTES ? judged('weak', 'little_room', values) : judged('works', 'room', values);
}

function memory({ memory: { allocated_bytes, device_gib } }: Checkup): Judged {
  const values = { allocated_bytes, ...(device_gib !== null && { device_gib }) };
  return allocated_bytes > 0 ? judged('works', 'enough_memory', values) : judged('lacks', 'little_memory', values);
}

function isolation({ isolation: { isolated, shared_memory } }: Checkup): Judged {
  if (!isolated) return judged('lacks', 'not_isolated');
  return shared_memory ? judged('works', 'isolated') : judged('lacks', 'no_shared_memory');
}

function wakeLock({ wake_lock: { outcome, error } }: Checkup): Judged {
  if (outcome === 'held') return judged('works', 'kept_awake');
  return judged('weak', outcome === 'missing' ? 'no_wake_lock' : 'wake_lock_refused', {}, error);
}

const JUDGES: Readonly<Record<CheckId, (checkup: Checkup) => Judged>> = {
  handles,
  layout,
  several,
  depth,
  clock,
  flush,
  clearing,
  holes,
  kept,
  eviction,
  space,
  memory,
  isolation,
  wake_lock: wakeLock,
};

/** The findings that follow from a report, for each thing that the engine relies on. */
export function checksOf(checkup: Checkup): Check[] {
  return CHECK_IDS.map((id) => ({ id, ...JUDGES[id](checkup) }));
}

/** Without these nothing is measured. */
const NEEDED: ReadonlySet<CheckId> = new Set(['handles', 'isolation']);
/** Without these a number says nothing of the drive. */
const TELLING: ReadonlySet<CheckId> = new Set(['flush', 'kept', 'clock']);

/** `measures`: everything that numbers of the drive need. `in_part`: some of them. `cannot`: no test runs. */
type Outcome = 'measures' | 'in_part' | 'cannot';

export function outcomeOf(checks: readonly Check[]): Outcome {
  const lacks = (of: ReadonlySet<CheckId>) => checks.some(({ id, state }) => of.has(id) && state === 'lacks');
  if (lacks(NEEDED)) return 'cannot';
  return lacks(TELLING) || checks.some(({ id, state }) => id === 'handles' && state === 'unknown')
    ? 'in_part'
    : 'measures';
}
