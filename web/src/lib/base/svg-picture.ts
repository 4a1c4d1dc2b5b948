import { CARD_SIZE, type Measure } from '@opfsmark/schema/answer/picture';

/** Sharp on screens with two pixels to a point. */
const SCALE = 2;

/** The font of pictures that are drawn in the page. */
export const PICTURE_FONT = 'system-ui, sans-serif';

/** A picture of the size of cards as PNG; `draw` makes its SVG and asks how wide a text is. */
export async function pngOf(draw: (measure: Measure) => string): Promise<Blob> {
  const { width, height } = CARD_SIZE;
  const canvas = new OffscreenCanvas(width * SCALE, height * SCALE);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const svg = draw((text, px, bold = false) => {
    context.font = `${bold ? 700 : 400} ${px}px ${PICTURE_FONT}`;
    return context.measureText(text).width;
  });
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
  } finally {
    URL.revokeObjectURL(address);
  }
  return canvas.convertToBlob({ type: 'image/png' });
}
