import { initWasm, Resvg } from '@resvg/resvg-wasm';
import resvgWasm from '@resvg/resvg-wasm/index_bg.wasm';
import bold from '../../assets/noto-sans-bold.otf';
import regular from '../../assets/noto-sans-regular.otf';

let ready: Promise<void> | null = null;

/** Draws an SVG with the fonts of the service. It takes about 0.1 s, so cache the result. */
export async function renderPng(svg: string): Promise<Uint8Array> {
  ready ??= initWasm(resvgWasm);
  await ready;
  const picture = new Resvg(svg, {
    font: { fontBuffers: [new Uint8Array(regular), new Uint8Array(bold)], defaultFontFamily: 'Noto Sans CJK JP' },
  });
  try {
    return picture.render().asPng();
  } finally {
    picture.free();
  }
}
