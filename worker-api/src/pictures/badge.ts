import type { ShieldsBadge } from '@opfsmark/schema/api';
import { isFamilyView, type AnyView } from '@opfsmark/schema/families';
import { escapeXml } from '../base/xml.ts';
import { gridOf, shortNumber } from './figures.ts';

const LABEL = 'OPFSMark';
const COLOR = '0b6bcb';

/** "read 3,551 · write 2,201 MB/s": the first row that was finished. */
function messageOf(view: AnyView): string {
  if (isFamilyView(view)) return view.record.plan.family.replaceAll('-', ' ');
  const row = gridOf(view.derived).find(({ read, write }) => read !== null || write !== null);
  if (!row) return 'no result';
  const parts = [
    ...(row.read === null ? [] : [`read ${shortNumber(row.read)}`]),
    ...(row.write === null ? [] : [`write ${shortNumber(row.write)}`]),
  ];
  return `${parts.join(' · ')} MB/s`;
}

export function shieldsBadge(view: AnyView): ShieldsBadge {
  return { schemaVersion: 1, label: LABEL, message: messageOf(view), color: COLOR };
}

/** Mean width of a character at 11 px in common sans-serif fonts; `textLength` fits the text to it. */
const ADVANCE_PX = 6.4;
const PADDING_PX = 8;

export function badgeSvg(view: AnyView): string {
  const message = messageOf(view);
  const widthOf = (text: string) => Math.ceil(text.length * ADVANCE_PX);
  const [left, right] = [widthOf(LABEL) + 2 * PADDING_PX, widthOf(message) + 2 * PADDING_PX];
  const text = (content: string, x: number) =>
    `<text x="${x}" y="14" textLength="${widthOf(content)}" lengthAdjust="spacingAndGlyphs">${escapeXml(content)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escapeXml(`${LABEL}: ${message}`)}">`,
    `<title>${escapeXml(`${LABEL}: ${message}`)}</title>`,
    `<rect width="${left}" height="20" fill="#3a3f47"/><rect x="${left}" width="${right}" height="20" fill="#${COLOR}"/>`,
    '<g fill="#fff" font-family="system-ui,Segoe UI,Helvetica,Arial,sans-serif" font-size="11">',
    text(LABEL, PADDING_PX),
    text(message, left + PADDING_PX),
    '</g></svg>',
  ].join('');
}
