/** Sharp on screens with two pixels to a point. */
const SCALE = 2;

/** A picture that is drawn in the colours and letters of the page. */
export interface Sheet {
  readonly width: number;
  /** Returns the width of the text. */
  text(
    text: string,
    x: number,
    y: number,
    look: { size: number; colour: string; weight?: number; right?: boolean },
  ): number;
  box(x: number, y: number, width: number, height: number, colour: string): void;
  toPng(): Promise<Blob>;
}

/** `style`: that of an element of the page. */
export function createSheet(width: number, height: number, style: CSSStyleDeclaration): Sheet {
  const canvas = new OffscreenCanvas(width * SCALE, height * SCALE);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const colourOf = (name: string) => style.getPropertyValue(`--${name}`).trim();
  context.scale(SCALE, SCALE);
  const box: Sheet['box'] = (x, y, boxWidth, boxHeight, colour) => {
    context.fillStyle = colourOf(colour);
    context.fillRect(x, y, boxWidth, boxHeight);
  };
  box(0, 0, width, height, 'bg');
  return {
    width,
    text(text, x, y, { size, colour, weight = 400, right = false }) {
      context.font = `${weight} ${size}px ${style.fontFamily}`;
      context.fillStyle = colourOf(colour);
      context.textAlign = right ? 'right' : 'left';
      context.fillText(text, x, y);
      return context.measureText(text).width;
    },
    box,
    toPng: () => canvas.convertToBlob({ type: 'image/png' }),
  };
}
