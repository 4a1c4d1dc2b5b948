import type { GroupFigure } from '@opfsmark/schema/api';
import { FIGURE_UNITS, type FigureUnit, figureUnitOf } from '@opfsmark/schema/figures';

function unitWithCode(code: string): FigureUnit {
  const unit = FIGURE_UNITS.find((one) => figureUnitOf(one).code === code);
  if (!unit) throw new Error(`no unit is written ${code}`);
  return unit;
}

const DIRECTION_CODES = { read: 'r', write: 'w', mix: 'm' } as const;
type DirectionCode = 'r' | 'w' | 'm' | 0;
const DIRECTIONS = { r: 'read', w: 'write', m: 'mix', 0: null } as const satisfies Record<
  DirectionCode,
  GroupFigure['direction']
>;

/**
 * Id, name or 0 where it is the same, unit, whether higher is better, value, low, high, origin, whether measured once; direction,
 * whether its id begins with its row, whether it is a time of single calls.
 */
type PackedFigure = readonly [
  ...[id: string, name: string | 0, unit: string, higher: 0 | 1, value: number, low: number, high: number],
  ...[origin: GroupFigure['origin'], once: 0 | 1, direction: DirectionCode, row: 0 | 1, ofCall: 0 | 1],
];

/** Figures as a row of a group has them: a name of each field in each figure would double them. */
export const packFigures = (figures: readonly GroupFigure[]): string =>
  JSON.stringify(
    figures.map(({ id, name, unit, better, direction, row, of_call, value, low, high, once, origin }): PackedFigure => [
      ...([
        id,
        name === id ? 0 : name,
        figureUnitOf(unit).code,
        better === 'higher' ? 1 : 0,
        value,
        low,
        high,
      ] as const),
      ...([origin, once ? 1 : 0, direction === null ? 0 : DIRECTION_CODES[direction]] as const),
      ...([row === null ? 0 : 1, of_call ? 1 : 0] as const),
    ]),
  );

export const unpackFigures = (text: string): GroupFigure[] =>
  (JSON.parse(text) as PackedFigure[]).map(
    ([id, name, unit, higher, value, low, high, origin, once, direction, row, ofCall]) => ({
      ...{ id, name: name === 0 ? id : name, unit: unitWithCode(unit), better: higher === 1 ? 'higher' : 'lower' },
      ...{ direction: DIRECTIONS[direction], row: row === 1 ? (id.split(' ')[0] ?? null) : null },
      ...{ origin, value, low, high },
      ...(ofCall === 1 && { of_call: true as const }),
      ...(once === 1 && { once: true }),
    }),
  );
