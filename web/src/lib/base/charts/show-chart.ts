import { Chart, type ChartConfiguration, type ChartTypeRegistry } from 'chart.js';

/** By the canvas that a chart is on: what its options were made of. */
const looks = new WeakMap<HTMLCanvasElement, string>();

/**
 * Draws a chart, or brings the one that is there up to date; the result takes it down. While `look` stays the same only
 * data are changed: to resolve options anew is most of what an update costs, and the page has little time while it
 * measures.
 */
export function showChart<Type extends keyof ChartTypeRegistry, Data, Label>(
  canvas: HTMLCanvasElement,
  configuration: ChartConfiguration<Type, Data, Label>,
  look: readonly string[],
): () => void {
  const known = Chart.getChart(canvas);
  const chart = known ?? new Chart(canvas, configuration);
  const wanted = look.join();
  if (known) {
    Object.assign(known, { data: configuration.data });
    if (looks.get(canvas) !== wanted) Object.assign(known, { options: configuration.options });
    known.update('none');
  }
  looks.set(canvas, wanted);
  return () => chart.destroy();
}
