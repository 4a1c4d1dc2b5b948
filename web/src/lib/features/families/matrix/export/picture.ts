import { rowShortName } from '@opfsmark/schema/documents';
import { isScore, SCORE_KINDS, scoreOf, type FamilyRecord } from '@opfsmark/schema/families';
import { clientName } from '$lib/base/format/client-name.ts';
import type { Format } from '$lib/base/format/format.ts';
import { barPosition } from '$lib/base/format/units.ts';
import { createSheet } from '../../export/sheet.ts';
import { gridColumns, gridRows } from '../model/grid.ts';
import { figureName, headlinesOf, SCORE_NAMES, verdictWord } from './lines.ts';

const [WIDTH, TOP, ROW, FOOT, LEFT, NAME] = [1000, 92, 92, 44, 40, 210];

/** The grid as a picture. */
export async function recordPicture(
  record: FamilyRecord<'matrix'>,
  format: Format,
  style: CSSStyleDeclaration,
): Promise<Blob> {
  const { plan, environment } = record;
  const rows = gridRows(plan, record.result.jobs);
  const lines = headlinesOf(record);
  const height = TOP + ROW * rows.length + FOOT;
  const sheet = createSheet(WIDTH, height, style);

  const brand = sheet.text('OPFSMark', LEFT, 48, { size: 24, colour: 'ink', weight: 700 });
  const client = `${clientName(environment.client.browser)} · ${clientName(environment.client.os)}`;
  const head = `${plan.profile} · ${client} · ${record.started_at.slice(0, 10)}`;
  sheet.text(head, LEFT + brand + 16, 48, { size: 15, colour: 'muted' });
  const scores = SCORE_KINDS.flatMap((kind) => {
    const score = scoreOf(record, kind);
    return isScore(score) ? [`${SCORE_NAMES[kind]} ${format.number(score.points, 0)}`] : [];
  });
  sheet.text(scores.join(' · '), WIDTH - LEFT, 48, { size: 18, colour: 'ink', weight: 650, right: true });

  const column = (WIDTH - LEFT - NAME - LEFT) / gridColumns(plan).length;
  for (const [index, { row, cells }] of rows.entries()) {
    const y = TOP + index * ROW;
    sheet.box(LEFT, y - 8, WIDTH - 2 * LEFT, 1, 'line');
    sheet.text(rowShortName(row), LEFT, y + 30, { size: 18, colour: 'ink', weight: 650 });
    for (const [place, { direction, job }] of cells.entries()) {
      const x = LEFT + NAME + place * column;
      const line = lines.find((candidate) => candidate.job === job);
      if (!line) {
        sheet.text('–', x, y + 32, { size: 30, colour: 'faint' });
        continue;
      }
      const mbs = line.bytesPerS.median / 1e6;
      const width = sheet.text(format.number(mbs), x, y + 32, { size: 32, colour: 'ink', weight: 600 });
      sheet.text('MB/s', x + width + 8, y + 32, { size: 13, colour: 'muted' });
      const length = column - 40;
      sheet.box(x, y + 44, length, 5, 'line2');
      const fromMemory = line.verdict?.verdict === 'cached';
      const colour = fromMemory ? 'faint' : direction === 'write' ? 'write' : 'read';
      sheet.box(x, y + 44, length * barPosition(mbs, 'mbs'), 5, colour);
      const source = [figureName(line), verdictWord(line)].filter((part) => part !== '').join(', ');
      sheet.text(source, x, y + 68, { size: 13, colour: 'muted' });
    }
  }
  sheet.text('median of the loops · bars on a log scale', LEFT, height - 18, { size: 12, colour: 'faint' });
  return sheet.toPng();
}
