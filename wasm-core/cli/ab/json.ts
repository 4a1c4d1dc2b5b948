import { geometricMean } from '@opfsmark/schema/figures';
import type { AbCommand } from '../ab-arguments.ts';
import type { Measured, SideName } from './blocks.ts';
import { usualNoise, type Comparison } from './comparison.ts';

interface Result {
  readonly command: AbCommand;
  readonly comparison: Comparison;
  readonly measured: Measured;
  readonly written: Readonly<Record<SideName, number>>;
  readonly sentence: string;
  readonly version: string;
}

/** The comparison with all that was measured, so that every number of it can be computed again. */
export function resultJson({ command, comparison, measured, written, sentence, version }: Result): string {
  const { names, sides, subject, threshold, until } = command;
  const { blocks, end } = measured;
  const document = {
    opfsmark_ab: 1,
    core_version: version,
    at: new Date().toISOString(),
    names,
    sides,
    subject: subject.kind,
    plan: subject.kind === 'folders' ? subject.plan : subject.kind === 'stores' ? subject.size : null,
    ...{ threshold, until, sentence },
    verdict: comparison.verdict,
    noise: usualNoise(comparison),
    blocks: blocks.map(({ order }) => order),
    end: end.kind,
    failure: end.kind === 'failed' ? { side: end.side, sentence: end.sentence } : null,
    bytes_written: subject.kind === 'folders' ? { a: written.A, b: written.B } : null,
    figures: comparison.figures.map(({ figure, values, found, verdict }) => ({
      ...{ id: figure.id, name: figure.name, unit: figure.unit, better: figure.better },
      origin: figure.quantity.origin ?? null,
      ...{ a: geometricMean(values.a), b: geometricMean(values.b), ratio: found.ratio },
      ...{ low: found.interval?.low ?? null, high: found.interval?.high ?? null, noise: found.noise, verdict },
      values,
    })),
    without: { not_always: comparison.without.notAlways, unlike: comparison.without.unlike },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The same in one line, without the single measurements: for a file that grows by one with every commit. */
export function historyLine(json: string): string {
  return `${JSON.stringify(JSON.parse(json), (key, value: unknown) => (['values', 'plan'].includes(key) ? undefined : value))}\n`;
}
