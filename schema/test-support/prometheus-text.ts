/** A line of Prometheus' text format: a number with its labels. */
export interface Sample {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"/g;

const unescaped = (value: string) => value.replace(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));

/** Reads it by the grammar of https://prometheus.io/docs/instrumenting/exposition_formats; throws on a line that is none. */
export function samplesIn(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, metric, labels = '', number = ''] = LINE.exec(line) ?? [];
    const value = Number(number);
    if (metric === undefined || number === '' || Number.isNaN(value)) throw new Error(`no sample: ${line}`);
    const pairs = [...labels.matchAll(LABEL)].map(
      ([, name = '', labelValue = '']) => [name, unescaped(labelValue)] as const,
    );
    return { metric, labels: Object.fromEntries(pairs), value };
  });
}
