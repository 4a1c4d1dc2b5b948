import { rowShortName, rowSlug } from '../../documents/row-name.ts';
import type { JobResult } from '../../documents/pass.ts';
import { bytesPerSecond, latency, latencyPasses, passesOf } from '../../figures/derive.ts';
import type { Figure } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import { matrixFamily } from './family.ts';
import type { MatrixRecord } from './schema.ts';
import { isScore, SCORE_KINDS, scoreOf } from './score.ts';
import { originInRecord } from './verdict.ts';

/** The head of a figure of a job's writes. */
function writeHead({ row }: JobResult, what: 'buffered' | 'flush_wait') {
  const slug = rowSlug(row);
  return { id: `${slug} ${what}`, name: `${rowShortName(row)} ${what}`, direction: 'write', row: slug } as const;
}

/** The rate at which memory takes writes before a flush. */
function bufferedFigure(job: JobResult, record: MatrixRecord): Figure[] {
  const speed = bytesPerSecond(job, 'buffered');
  if (!speed) return [];
  const p99_ns = latency(latencyPasses(job, 'buffered'), 'write')?.p99_ns ?? null;
  const head = { ...writeHead(job, 'buffered'), unit: 'bytes_per_s', better: 'higher' } as const;
  return [{ ...head, ...speed.interval, p99_ns, origin: originInRecord(record, job, 'buffered') }];
}

/** How long a write and its own flush take, in the middle. */
function flushFigure(job: JobResult, record: MatrixRecord): Figure[] {
  const times = latency(passesOf(job, 'flush_each'), 'write');
  if (!times) return [];
  const head = { ...writeHead(job, 'flush_wait'), unit: 'ns', better: 'lower', of_call: true } as const;
  return [{ ...head, ...intervalOf([times.p50_ns]), p99_ns: times.p99_ns, origin: originInRecord(record, job) }];
}

/** The scores that a run has. */
function scoreFigures(record: MatrixRecord): Figure[] {
  return SCORE_KINDS.flatMap((kind): Figure[] => {
    const score = scoreOf(record, kind);
    if (!isScore(score)) return [];
    const { grade: _, ...interval } = score;
    const id = `${kind}_score`;
    const head = { id, name: id, unit: 'points', better: 'higher', direction: null, row: null } as const;
    return [{ ...head, ...interval, p99_ns: null, origin: kind === 'drive' ? 'drive' : null }];
  });
}

function detailFigures(record: MatrixRecord): Figure[] {
  const writes = record.result.jobs.filter(({ status, direction }) => status === 'done' && direction === 'write');
  return [
    ...scoreFigures(record),
    ...writes.flatMap((job) => [...bufferedFigure(job, record), ...flushFigure(job, record)]),
  ];
}

/** The grid with its details, which a page that has no result yet does without. */
export const rankedMatrix = { ...matrixFamily, details: detailFigures };
