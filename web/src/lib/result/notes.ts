import {
  bytesPerSecond,
  changedParameters,
  rowShortName,
  workersOf,
  type JobResult,
  type RunRecord,
} from '@opfsmark/schema';
import type { Texts } from '../i18n/index.ts';

/** A warning is data: what was seen, why it matters, what to do. */
export interface Note {
  readonly title: string;
  readonly text: string;
  readonly next: string;
}

/** Loops further apart than this are flagged. */
const WIDE_SPREAD = 0.1;

type Rule = (record: RunRecord, jobs: readonly JobResult[], t: Texts['notes'], all: Texts) => Note | null;

const names = (jobs: readonly JobResult[], t: Texts) =>
  [...new Set(jobs.map((job) => `${rowShortName(job.row)} ${t.direction[job.direction]()}`))].join(', ');

const RULES: readonly Rule[] = [
  ({ environment }, _jobs, { scripted }) =>
    environment.engine === 'scripted'
      ? { title: scripted.title(), text: scripted.text(), next: scripted.next() }
      : null,

  ({ status }, _jobs, { stopped }) =>
    status === 'stopped' ? { title: stopped.title(), text: stopped.text(), next: stopped.next() } : null,

  ({ environment }, jobs, { cachedReads }) =>
    environment.engine === 'opfs-sync' && jobs.some(({ direction }) => direction === 'read')
      ? { title: cachedReads.title(), text: cachedReads.text(), next: cachedReads.next() }
      : null,

  ({ environment }, _jobs, { hidden }) =>
    environment.visibility_changes > 0 ? { title: hidden.title(), text: hidden.text(), next: hidden.next() } : null,

  (_record, jobs, { spread }, t) => {
    const wide = jobs.filter((job) => (bytesPerSecond(job)?.spread ?? 0) > WIDE_SPREAD);
    if (wide.length === 0) return null;
    return { title: spread.title({ tests: names(wide, t) }), text: spread.text(), next: spread.next() };
  },

  ({ environment }, _jobs, { notIsolated }) =>
    environment.cross_origin_isolated
      ? null
      : { title: notIsolated.title(), text: notIsolated.text(), next: notIsolated.next() },

  (_record, jobs, { capped }, t) => {
    const fewer = jobs.filter(({ row, workers }) => row.queues * row.threads > workers && workers <= workersOf(row));
    const workers = fewer[0]?.workers;
    if (workers === undefined) return null;
    return { title: capped.title(), text: capped.text({ tests: names(fewer, t), workers }), next: capped.next() };
  },

  ({ environment }, jobs, { perWorker }) =>
    environment.layout === 'per-worker' && jobs.some(({ workers }) => workers > 1)
      ? { title: perWorker.title(), text: perWorker.text(), next: perWorker.next() }
      : null,

  (_record, jobs, { short }) => {
    const sides = jobs.flatMap(({ passes }) => passes.flatMap(({ read, write }) => [read, write]));
    const count = sides.reduce((sum, side) => sum + (side?.short_ops ?? 0), 0);
    return count === 0 ? null : { title: short.title(), text: short.text({ count }), next: short.next() };
  },

  ({ plan }, _jobs, { changed }, t) => {
    if (plan.family !== 'matrix') return null;
    const parameters = changedParameters(plan)
      .filter((key) => key !== 'family' && key !== 'suite' && key !== 'profile')
      .map((key) => t.parameter[key]());
    if (parameters.length === 0) return null;
    return { title: changed.title(), text: changed.text({ parameters: parameters.join(', ') }), next: changed.next() };
  },
];

/** What a reader must know before believing the numbers; most important first. */
export function notesOf(record: RunRecord, t: Texts): Note[] {
  const jobs = record.result.family === 'matrix' ? record.result.jobs : [];
  return RULES.map((rule) => rule(record, jobs, t.notes, t)).filter((note) => note !== null);
}
