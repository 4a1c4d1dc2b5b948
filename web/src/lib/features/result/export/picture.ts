import { rowShortName } from '@opfsmark/schema/documents';
import { isScore, scoreOf, type RunRecord } from '@opfsmark/schema/families';
import { clientName } from '$lib/base/format/client-name.ts';
import type { Format } from '$lib/base/format/format.ts';
import { barPosition } from '$lib/base/format/units.ts';
import { gridRows } from '../model/grid.ts';
import { headlinesOf, verdictWord } from './lines.ts';

const WIDTH = 1000;
const TOP = 92;
const ROW = 92;
const FOOT = 44;
const LEFT = 40;
const NAME = 210;
/** Sharp on screens with two pixels to a point. */
const SCALE = 2;

/** The grid as a picture, in the colours of the page: `style` is that of an element of it. */
export async function recordPicture(record: RunRecord, format: Format, style: CSSStyleDeclaration): Promise<Blob> {
  const { plan, environment } = record;
  const rows = gridRows(plan, record.result.jobs);
  const lines = headlinesOf(record);
  const height = TOP + ROW * rows.length + FOOT;
  const canvas = new OffscreenCanvas(WIDTH * SCALE, height * SCALE);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const family = style.fontFamily;
  context.scale(SCALE, SCALE);

  function text(said: string, x: number, y: number, size: number, name: string, weight = 400): number {
    if (!context) return 0;
    context.font = `${weight} ${size}px ${family}`;
    context.fillStyle = colour(name);
    context.fillText(said, x, y);
    return context.measureText(said).width;
  }
  function box(x: number, y: number, width: number, boxHeight: number, name: string): void {
    if (!context) return;
    context.fillStyle = colour(name);
    context.fillRect(x, y, width, boxHeight);
  }

  box(0, 0, WIDTH, height, 'bg');
  const brand = text('OPFSMark', LEFT, 48, 24, 'ink', 700);
  const client = `${clientName(environment.client.browser)} · ${clientName(environment.client.os)}`;
  text(`${plan.profile} · ${client} · ${record.started_at.slice(0, 10)}`, LEFT + brand + 16, 48, 15, 'muted');
  const score = scoreOf(record);
  if (isScore(score)) {
    context.textAlign = 'right';
    text(format.number(score.points, 0), WIDTH - LEFT, 52, 34, 'ink', 650);
    context.textAlign = 'left';
  }
  const column = (WIDTH - LEFT - NAME - LEFT) / plan.directions.length;
  for (const [index, { row, cells }] of rows.entries()) {
    const y = TOP + index * ROW;
    box(LEFT, y - 8, WIDTH - 2 * LEFT, 1, 'line');
    text(rowShortName(row), LEFT, y + 30, 18, 'ink', 650);
    for (const [place, { direction, job }] of cells.entries()) {
      const x = LEFT + NAME + place * column;
      const line = lines.find((candidate) => candidate.job === job);
      if (!line) {
        text('–', x, y + 32, 30, 'faint');
        continue;
      }
      const mbs = line.bytesPerS.median / 1e6;
      const wide = text(format.number(mbs), x, y + 32, 32, 'ink', 600);
      text('MB/s', x + wide + 8, y + 32, 13, 'muted');
      const length = column - 40;
      box(x, y + 44, length, 5, 'line2');
      box(x, y + 44, length * barPosition(mbs, 'mbs'), 5, direction === 'write' ? 'write' : 'read');
      const said = direction === 'write' ? 'write + flush' : `${direction}, ${verdictWord(line.verdict)}`;
      text(said, x, y + 68, 13, 'muted');
    }
  }
  text('median of the loops · bars on a log scale', LEFT, height - 18, 12, 'faint');
  return canvas.convertToBlob({ type: 'image/png' });
}
