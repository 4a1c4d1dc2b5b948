import type { Environment } from '../documents/environment.ts';
import { sum } from '../documents/stats.ts';

/**
 * Reasons to doubt a result, as data: the sign that was seen, how much it weighs, its likely cause, what to do next, and the
 * numbers it rests on. The page has the words for each key.
 */
const FLAGS = {
  memory_backed: { severity: 'serious', cause: 'files_kept_in_memory', next: 'leave_private_window' },
  short_write: { severity: 'serious', cause: 'no_space_left', next: 'free_space' },
  flush_does_nothing: { severity: 'warning', cause: 'flush_not_passed_on', next: 'distrust_writes' },
  not_isolated: { severity: 'warning', cause: 'headers_missing', next: 'serve_isolated' },
  coarse_clock: { severity: 'warning', cause: 'clock_blurred', next: 'allow_precise_clock' },
  hidden_during_pass: { severity: 'warning', cause: 'page_hidden', next: 'keep_page_visible' },
  stood_still_unrepeated: { severity: 'warning', cause: 'asleep_or_frozen', next: 'keep_awake' },
  stood_still: { severity: 'info', cause: 'asleep_or_frozen', next: 'nothing_to_do' },
  busy_before_run: { severity: 'warning', cause: 'machine_busy', next: 'close_others_and_repeat' },
  dropped_samples: { severity: 'warning', cause: 'call_beyond_range', next: 'look_for_stalls' },
  loops_rise: { severity: 'warning', cause: 'cache_filled_by_first_loop', next: 'read_cold' },
  loops_fall: { severity: 'warning', cause: 'drive_cache_used_up_or_hot', next: 'measure_sustained' },
  calls_stalled: { severity: 'warning', cause: 'drive_or_system_stood_still', next: 'look_for_stalls' },
  spread_over_10: { severity: 'warning', cause: 'machine_busy', next: 'close_others_and_repeat' },
  forget_partial: { severity: 'warning', cause: 'read_by_others', next: 'close_others_and_repeat' },
  forget_limited: { severity: 'warning', cause: 'memory_beyond_limit', next: 'read_cold' },
  forget_out_of_time: { severity: 'warning', cause: 'not_forgotten_in_time', next: 'read_cold' },
  forget_no_space: { severity: 'warning', cause: 'no_space_left', next: 'free_space' },
  forget_refused: { severity: 'warning', cause: 'holes_not_supported', next: 'read_cold' },
  overwritten_in_cache: { severity: 'warning', cause: 'same_blocks_written_again', next: 'distrust_writes' },
  processors_used_up: { severity: 'info', cause: 'processors_are_the_limit', next: 'compare_same_computer' },
  queue_depth_not_reached: { severity: 'info', cause: 'workers_not_together', next: 'compare_same_depth' },
  reduced_queue_depth: { severity: 'info', cause: 'fewer_workers_than_asked', next: 'compare_same_depth' },
  per_worker_layout: { severity: 'info', cause: 'no_shared_handles', next: 'compare_same_layout' },
} as const;

export type FlagCode = keyof typeof FLAGS;
export type FlagSeverity = (typeof FLAGS)[FlagCode]['severity'];
type FlagCause = (typeof FLAGS)[FlagCode]['cause'];
type FlagNext = (typeof FLAGS)[FlagCode]['next'];

export interface Flag {
  readonly code: FlagCode;
  readonly severity: FlagSeverity;
  readonly cause: FlagCause;
  readonly next: FlagNext;
  /** Index in the result's jobs; `null` where it concerns the run. */
  readonly job: number | null;
  /** Names carry their unit. */
  readonly evidence: Readonly<Record<string, number>>;
}

export function flag(code: FlagCode, evidence: Flag['evidence'], job: number | null = null): Flag {
  return { code, ...FLAGS[code], job, evidence };
}

/** Isolated pages get 5 us in Chromium and 20 us elsewhere; what is coarser was made so. */
export const FINE_CLOCK_NS = 21e3;

/** The doubts about a run of any family that its environment gives. */
export function environmentFlags(environment: Environment): Flag[] {
  const { cross_origin_isolated, clock_step_ns, visibility_changes, cpu_pressure, pauses = [] } = environment;
  const stoodMs = (isUnrepeated: boolean) =>
    sum(pauses.filter(({ outcome }) => (outcome === 'left_out') === isUnrepeated).map(({ ms }) => ms));
  const [unrepeated_ms, still_ms] = [stoodMs(true), stoodMs(false)];
  return [
    ...(cross_origin_isolated ? [] : [flag('not_isolated', {})]),
    ...(clock_step_ns > FINE_CLOCK_NS ? [flag('coarse_clock', { clock_step_ns })] : []),
    ...(visibility_changes > 0 ? [flag('hidden_during_pass', { visibility_changes })] : []),
    ...(unrepeated_ms > 0 ? [flag('stood_still_unrepeated', { still_ms: unrepeated_ms })] : []),
    ...(still_ms > 0 ? [flag('stood_still', { still_ms })] : []),
    ...(cpu_pressure === 'serious' || cpu_pressure === 'critical' ? [flag('busy_before_run', {})] : []),
  ];
}
