import { changeAt, changeIn } from '$lib/base/figures/change.ts';
import type { ChangeKind, ChangePart } from '$lib/base/figures/change-text.ts';
import type { Trend } from './entry.ts';

type Point = Trend['points'][number];

/** Which line of which test is what people see of a drive; of several tests the first with runs. */
const LINES: Readonly<Record<ChangeKind, readonly (readonly [slug: string, key: keyof Omit<Point, 'started_at'>])[]>> =
  {
    save: [['rnd4k_q1t1', 'save']],
    small_read: [['rnd4k_q1t1', 'drive_read']],
    large_read: [
      ['seq1m_q8t1', 'drive_read'],
      ['seq1m_q1t1', 'drive_read'],
    ],
    large_write: [
      ['seq1m_q8t1', 'write'],
      ['seq1m_q1t1', 'write'],
    ],
  };

interface Series {
  readonly kind: ChangeKind;
  readonly times: readonly string[];
  readonly values: readonly number[];
}

/** The longest line of each kind, of a real drive: what began with a run of another size is another line. */
function seriesOf(trends: readonly Trend[]): Series[] {
  return (Object.keys(LINES) as ChangeKind[]).flatMap((kind) => {
    const all = LINES[kind].flatMap(([slug, key]) =>
      trends
        .filter(({ id, engine }) => id.startsWith(`matrix.${slug}.`) && engine === 'opfs-sync')
        .map(({ points }): Series => {
          const measured = points.flatMap((point) => {
            const value = point[key];
            return value === null ? [] : [{ time: point.started_at, value }];
          });
          return { kind, times: measured.map(({ time }) => time), values: measured.map(({ value }) => value) };
        }),
    );
    const [longest] = all.toSorted((a, b) => b.values.length - a.values.length);
    return longest ? [longest] : [];
  });
}

/** Of either side, as many as a comparison takes. */
const RUNS_BESIDE = 3;

interface HistoryChange {
  /** When the first run after the change was made. */
  readonly since: string;
  /** The last runs before it and the first ones after, by their times. */
  readonly around: readonly string[];
  readonly parts: readonly ChangePart[];
}

/** The largest change in the runs of this browser, with what did not change then; `null` where nothing clearly did. */
export function changeOf(trends: readonly Trend[]): HistoryChange | null {
  const series = seriesOf(trends);
  const changes = series.flatMap(({ times, values }) => {
    const change = changeIn(values);
    const since = change === null ? undefined : times[change.index];
    if (change === null || since === undefined) return [];
    const around = times.slice(Math.max(0, change.index - RUNS_BESIDE), change.index + RUNS_BESIDE);
    return [{ around, since, ratio: change.ratio }];
  });
  const largest = changes.toSorted((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)))[0];
  if (!largest) return null;
  const { around, since } = largest;
  const parts = series.flatMap(({ kind, times, values }): ChangePart[] => {
    const index = times.findIndex((time) => time >= since);
    const ratio = index < 0 ? null : changeAt(values, index);
    return ratio === null ? [] : [{ kind, ratio }];
  });
  return { since, around, parts };
}
