import type { Flag, FlagSeverity, RunRecord } from '@opfsmark/schema/families';
import { type JobResult, rowShortName } from '@opfsmark/schema/documents';
import type { CacheVerdict } from '@opfsmark/schema/figures';
import type { Format } from '$lib/base/format/format.ts';
import type { Texts } from '$lib/base/i18n/index.ts';
import { namesOf } from '../texts.ts';
import type { VerdictOf } from '../view.ts';

/** The facts that notes are made of: a published result brings it, one of this browser is looked through. */
export interface NoteFacts {
  readonly flags: readonly Flag[];
  /** Fields of the plan that differ from its profile. */
  readonly changed: readonly string[];
}

/** Whether there is anything that needs the texts of notes. */
export function hasNotes({ environment, status }: RunRecord, { flags, changed }: NoteFacts): boolean {
  return flags.length > 0 || changed.length > 0 || status === 'stopped' || environment.engine === 'scripted';
}

/** A warning is data: what was seen, why, what to do, where. */
interface Note {
  readonly severity: FlagSeverity;
  readonly title: string;
  readonly text: string;
  readonly next: string;
  /** The tests it is about, each with what was seen there. */
  readonly where: readonly string[];
}

interface Words {
  /** Texts of the whole site, and those of notes. */
  readonly all: Texts<'site'>;
  readonly t: Texts<'result'>['notes'];
  readonly format: Format;
  readonly verdictOf: VerdictOf;
}

const SEVERITIES: readonly FlagSeverity[] = ['serious', 'warning', 'info'];

/** The work of a job. A read that was to come from the drive has its name only where it did. */
export function doneBy({ direction, reads }: JobResult, verdict: CacheVerdict | null, t: Texts<'site'>): string {
  if (reads === 'drive' && verdict?.verdict !== 'drive') return t.direction.first();
  return t.direction[reads ?? direction]();
}

/** "RND4K Q32 read" */
export function jobName(job: JobResult, verdict: CacheVerdict | null, t: Texts<'site'>): string {
  return `${rowShortName(job.row)} ${doneBy(job, verdict, t)}`;
}

/** The number that says most; names of evidence carry their unit. */
function evidenceOf({ evidence }: Flag, { number, durationText, bytes }: Format): string | null {
  const {
    spread_percent,
    kept_percent,
    wanted,
    workers,
    reached,
    written_bytes,
    short_writes,
    dropped,
    clock_step_ns,
    hot_read_ns,
    still_ms,
    bytes_read,
    elapsed_ns = 0,
    most_calls_per_s,
    stalled,
    calls,
    stalled_ns = 0,
  } = evidence;
  const percent = spread_percent ?? kept_percent;
  if (percent !== undefined) return `${number(percent, 0)} %`;
  if (stalled !== undefined && calls !== undefined) {
    return `${number(stalled, 0)} / ${number(calls, 0)} ≥ ${durationText(stalled_ns)}`;
  }
  if (wanted !== undefined && workers !== undefined) return `${number(wanted, 0)} → ${number(workers, 0)}`;
  if (workers !== undefined && reached !== undefined) return `${number(workers, 0)} → ${number(reached, 1)}`;
  if (written_bytes !== undefined) return bytes(written_bytes);
  if (bytes_read !== undefined) return bytes_read === 0 ? null : `${bytes(bytes_read)}, ${durationText(elapsed_ns)}`;
  if (most_calls_per_s !== undefined) return `≤ ${number(most_calls_per_s, 0)} IOPS`;
  const count = short_writes ?? dropped;
  if (count !== undefined) return number(count, 0);
  const time = clock_step_ns ?? hot_read_ns ?? (still_ms === undefined ? undefined : still_ms * 1e6);
  return time === undefined ? null : durationText(time);
}

function whereOf(flag: Flag, jobs: readonly JobResult[], { all, format, verdictOf }: Words): string | null {
  const job = flag.job === null ? undefined : jobs[flag.job];
  const evidence = evidenceOf(flag, format);
  if (!job) return evidence;
  const name = jobName(job, verdictOf(job), all);
  return evidence === null ? name : `${name} (${evidence})`;
}

function flagNotes(record: RunRecord, allFlags: NoteFacts['flags'], words: Words): Note[] {
  const jobs = 'jobs' in record.result ? record.result.jobs : [];
  return [...new Set(allFlags.map(({ code }) => code))].flatMap((code) => {
    const flags = allFlags.filter((flag) => flag.code === code);
    const [flag] = flags;
    if (!flag) return [];
    const { title, text, next } = words.t.flags[flag.code];
    const where = flags.map((one) => whereOf(one, jobs, words)).filter((line) => line !== null);
    return [{ severity: flag.severity, title: title(), text: text(), next: next(), where }];
  });
}

function runNotes(record: RunRecord, changedFields: NoteFacts['changed'], { all, t, format }: Words): Note[] {
  const { scripted, stopped, changed } = t.notes;
  const parameters = namesOf(changedFields, all, format);
  const note = (title: string, text: string, next: string): Note => ({
    severity: 'info',
    title,
    text,
    next,
    where: [],
  });
  return [
    ...(record.environment.engine === 'scripted' ? [note(scripted.title(), scripted.text(), scripted.next())] : []),
    ...(record.status === 'stopped' ? [note(stopped.title(), stopped.text(), stopped.next())] : []),
    ...(parameters === '' ? [] : [note(changed.title(), changed.text({ parameters }), changed.next())]),
  ];
}

/** Notes that a reader needs before believing the numbers; most important first. */
export function notesOf(record: RunRecord, { flags, changed }: NoteFacts, words: Words): Note[] {
  const all = [...flagNotes(record, flags, words), ...runNotes(record, changed, words)];
  return all.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}
