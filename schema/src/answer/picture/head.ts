import { isScore, scoreOf, type RunRecord } from '../../families/index.ts';
import { say } from '../words/index.ts';
import { fitted } from './lines.ts';
import type { Room, Speech } from './scale.ts';
import { COLORS, textSvg } from './svg.ts';

const NAME_PX = 26;
const DETAIL_PX = 16;
const POINTS_PX = 34;
const LABEL_PX = 20;
const GAP = 24;

interface Told {
  /** Before the points. */
  readonly label: string;
  readonly points: string;
  /** The interval, or why there are no points. */
  readonly under: string;
}

/** The score of the drive with its interval, or why there is none; of another family its name. */
function toldOf(record: RunRecord, { words, pictures, numbers }: Speech): Told {
  if (record.family !== 'matrix') return { label: words.families[record.family], points: '', under: '' };
  const score = scoreOf(record, 'drive');
  const label = pictures.score.drive;
  if (!isScore(score)) return { label, points: '–', under: pictures.score.none[score.reason] };
  const number = new Intl.NumberFormat(numbers.locale, { maximumFractionDigits: 0 });
  const interval = { low: number.format(score.low), high: number.format(score.high) };
  return { label, points: number.format(score.points), under: say(words.interval, interval, numbers.locale) };
}

/** What was measured on what, and the score. */
export function headSvg(
  record: RunRecord,
  names: { readonly title: string; readonly details: string },
  speech: Speech,
  { x, y, width }: Pick<Room, 'x' | 'y' | 'width'>,
): string {
  const { measure } = speech;
  const told = toldOf(record, speech);
  const end = x + width;
  const points = measure(told.points, POINTS_PX, true);
  const labelEnd = told.points === '' ? end : end - points - 10;
  const right = Math.max(end - labelEnd + measure(told.label, LABEL_PX), measure(told.under, DETAIL_PX));
  const left = width - right - GAP;
  const name = fitted(names.title, { size: NAME_PX, width: left, measure, bold: true });
  const details = fitted(names.details, { size: DETAIL_PX, width: left, measure });
  return [
    textSvg(x, y, name, { size: NAME_PX, bold: true }),
    textSvg(x, y + 25, details, { size: DETAIL_PX, fill: COLORS.muted }),
    textSvg(labelEnd, y, told.label, { size: LABEL_PX, fill: COLORS.muted, anchor: 'end' }),
    textSvg(end, y, told.points, { size: POINTS_PX, bold: true, anchor: 'end' }),
    textSvg(end, y + 25, told.under, { size: DETAIL_PX, fill: COLORS.muted, anchor: 'end' }),
  ].join('');
}
