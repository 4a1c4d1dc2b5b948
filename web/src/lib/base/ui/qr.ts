import { encode } from 'uqr';

/** Light modules around the code, without which cameras do not find it. */
const QUIET_ZONE = 4;

interface QrDrawing {
  /** Modules on each side, the light ones around the code included. */
  readonly size: number;
  /** The dark modules as an SVG path; neighbours in a row are one rectangle. */
  readonly path: string;
}

export function drawQr(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const rows = data.map((row, y) => {
    const starts = row.flatMap((dark, x) => (dark && !row[x - 1] ? [x] : []));
    return starts.map((x) => `M${x} ${y}h${lengthFrom(row, x)}v1H${x}z`).join('');
  });
  return { size, path: rows.join('') };
}

function lengthFrom(row: readonly boolean[], x: number): number {
  const end = row.indexOf(false, x);
  return (end === -1 ? row.length : end) - x;
}
