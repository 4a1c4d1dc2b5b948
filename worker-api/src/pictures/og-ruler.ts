import { isMeasured, positionOn, scaleOf, type MeasuredMark, type Ruler } from '@opfsmark/schema/answer';
import { markText, missingTexts, sideOf, type Numbers, type Words } from '@opfsmark/schema/answer/words';
import { COLORS, text } from './og-drawing.ts';
import { linesOf, widthOf } from './wrap.ts';

const LEFT = 56;
const RIGHT = 1144;
const SCALE = { x: 470, width: RIGHT - 470 } as const;
const TRACK_PX = 22;
const NAME_PX = 18;
const REASON_PX = 390;

interface Place {
  readonly ruler: Ruler;
  readonly words: Words;
  readonly numbers: Numbers;
  readonly top: number;
  readonly height: number;
}

const at = (share: number) => SCALE.x + share * SCALE.width;

/** Big figures beside the ruler, each with its unit: at most two. */
function figuresSvg({ ruler, words, numbers, top }: Place): string[] {
  let x = LEFT;
  return ruler.marks.filter(isMeasured).flatMap((mark) => {
    const { figure, unit, under, partly } = markText(ruler.id, mark, words, numbers);
    const note = partly !== '' ? partly : unit === '' ? under : unit;
    const start = x;
    const end = start + widthOf(figure, 38) + 10;
    x = end + widthOf(note, 19) + 20;
    const color = mark.from === 'mixed' ? COLORS.mixed : COLORS[sideOf(mark)];
    return [
      text(start, top + 74, 38, figure, `font-weight="700" fill="${color}"`),
      text(end, top + 74, 19, note, `fill="${COLORS.muted}"`),
    ];
  });
}

function markSvg(mark: MeasuredMark, ruler: Ruler, y: number): string {
  const { share, beyond } = positionOn(scaleOf(ruler.id), mark.value);
  const side = sideOf(mark);
  const [x, middle, color] = [at(share), y + TRACK_PX / 2, COLORS[side]];
  const fill = mark.from === 'mixed' ? '#fff' : color;
  const outline = `fill="${fill}" stroke="${mark.from === 'mixed' ? color : '#fff'}" stroke-width="3"`;
  const shape =
    side === 'read'
      ? `<circle cx="${x}" cy="${middle}" r="10" ${outline}/>`
      : `<path d="M${x} ${middle - 12}l12 12-12 12-12-12z" ${outline}/>`;
  const arrow =
    beyond === null ? '' : text(x, y - 14, 18, beyond === 'slower' ? '←' : '→', `fill="${color}" text-anchor="middle"`);
  return `<path d="M${x} ${y - 12}V${y}" stroke="${color}" stroke-width="3"/>${shape}${arrow}`;
}

/** The classes of a ruler, and their names where they have room. */
function bandsSvg({ ruler, words }: Place, y: number): string[] {
  const scale = scaleOf(ruler.id);
  let end = SCALE.x - 10;
  return scale.bands
    .map(({ id, low, high }) => {
      const [a, b] = [positionOn(scale, low).share, positionOn(scale, high).share];
      return { id, from: at(Math.min(a, b)), to: at(Math.max(a, b)) };
    })
    .toSorted((a, b) => a.from - b.from)
    .flatMap(({ id, from, to }) => {
      const name = words.bandsShort[id];
      const half = widthOf(name, NAME_PX) / 2;
      const middle = Math.min(RIGHT - half, Math.max((from + to) / 2, end + 10 + half));
      end = middle + half;
      return [
        `<rect x="${from}" y="${y}" width="${to - from}" height="${TRACK_PX}" fill="${COLORS.band}"/>`,
        `<path d="M${from} ${y}v${TRACK_PX}M${to} ${y}v${TRACK_PX}" stroke="${COLORS.edge}"/>`,
        text(middle, y + TRACK_PX + 22, NAME_PX, name, `fill="${COLORS.muted}" text-anchor="middle"`),
      ];
    });
}

/** One ruler with its figures; of what is missing it says why. */
export function rulerSvg(place: Place): string {
  const { ruler, words, numbers, top } = place;
  const measured = ruler.marks.filter(isMeasured);
  const lacking = missingTexts(ruler, words, numbers);
  const y = top + 32;
  return [
    `<path d="M${LEFT} ${top}H${RIGHT}" stroke="${COLORS.line}" stroke-width="1.5"/>`,
    text(LEFT, top + 32, 20, words.rulers[ruler.id], `fill="${COLORS.muted}"`),
    ...figuresSvg(place),
    ...(measured.length === 0
      ? linesOf([{ text: lacking[0] ?? '', isNumber: false }], 17, REASON_PX).map((line, index) =>
          text(LEFT, top + 58 + index * 24, 17, line.map((piece) => piece.text).join(''), `fill="${COLORS.muted}"`),
        )
      : []),
    `<rect x="${SCALE.x}" y="${y}" width="${SCALE.width}" height="${TRACK_PX}" rx="3" fill="${COLORS.track}"/>`,
    ...bandsSvg(place, y),
    ...measured.map((mark) => markSvg(mark, ruler, y)),
  ].join('');
}
