import * as z from 'zod/mini';

/** Why a run is published and does not count: what its record does not show, or shows. The page has the words for each. */
export const EVIDENCE_REASONS = [
  /** Without a ticket nobody knows when the run began. */
  'no_ticket',
  /** Its ticket was asked for from another internet provider. */
  'other_origin',
  /** It began on another day than its ticket says. */
  'wrong_date',
  /** It came from a hosting or VPN provider, whose addresses are for rent. */
  'hosting',
  /** Its drive was memory, as in a private window. */
  'memory_backed',
  /** Its flushes did nothing. */
  'flush_does_nothing',
  /** Its tab was hidden while it measured. */
  'hidden_during_pass',
  /** Other parameters than a profile has. */
  'changed_plan',
  /** A job of the profile is missing or was not finished. */
  'missing_jobs',
  /** A pass of a job is missing, or was timed in another way than the profile asks for. */
  'missing_passes',
  /** A pass ended before its limit without having visited the file. */
  'short_passes',
  /** Nobody measured the cost of calls without a drive. */
  'missing_floors',
  /** Reads from memory took far longer than what was measured as the same reads just before. */
  'floors_differ',
  /** The file was not filled with real data. */
  'missing_fill',
  /** Nothing that was read was compared with what had been written. */
  'not_verified',
  /** Computer or browser stood still in a part that was not measured again. */
  'stood_still',
  /** The core is not one that this site has served. */
  'unknown_core',
  /** No browser on such a system has this layout, flush and clock. */
  'unknown_environment',
  /** Two passes are the same to the last call. */
  'copied_passes',
  /** Latencies lie where the clock cannot show any. */
  'impossible_clock',
  /** One worker, one call after the other: its calls do not fill its time. */
  'idle_worker',
  /** Calls that were timed one by one took another time than the same calls timed together. */
  'latencies_differ',
  /** Calls that take no time, or less than copying their bytes takes here. */
  'faster_than_memory',
  /** More than the declared interface can carry, or sooner than it can answer. */
  'faster_than_interface',
  /** Reads of a file in memory that look like the drive's. */
  'unexplained_drive_reads',
  /** A picked folder that is faster than this browser with everything in memory. */
  'faster_than_ceiling',
] as const;
export const EvidenceReason = z.enum(EVIDENCE_REASONS);
export type EvidenceReason = z.infer<typeof EvidenceReason>;
