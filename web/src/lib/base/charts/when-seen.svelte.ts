import { aboutToBeSeen } from './about-to-be-seen.ts';
import { followColours } from './colours.svelte.ts';

export interface Drawing<Library, Options> {
  readonly load: () => Promise<Library>;
  /** Whatever it reads is followed: the chart is drawn anew when that changes, or the theme. */
  readonly options: () => Options;
  /** The result takes the chart down. */
  readonly draw: (library: Library, canvas: HTMLCanvasElement, options: Options) => () => void;
  readonly onFailed: () => void;
}

/** Loads the library when the canvas is about to be seen. For a canvas's attachment. */
export function drawWhenSeen<Library, Options>(
  canvas: HTMLCanvasElement,
  { load, options, draw, onFailed }: Drawing<Library, Options>,
): void {
  const library = aboutToBeSeen(canvas).then(load);
  $effect(() => {
    followColours();
    const current = options();
    let destroy: (() => void) | null = null;
    let gone = false;
    library.then((loaded) => {
      if (!gone) destroy = draw(loaded, canvas, current);
    }, onFailed);
    return () => {
      gone = true;
      destroy?.();
    };
  });
}
