import type { Collector } from './result.ts';

/** Where the object or list that begins at `start` ends; `null`: the text ends before. */
function endOfValue(text: string, start: number): number | null {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (isInString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') isInString = true;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

/** Where the next value of a list begins, or the list ends. */
function nextPart(text: string, from: number): number {
  let at = from;
  while (/^[\s,[]$/.test(text[at] ?? '')) at += 1;
  return at;
}

/** The line of each position, the first being 1, for positions that only grow. */
function lineCounter(text: string): (position: number) => number {
  let [line, offset] = [1, 0];
  return (position) => {
    for (; offset < position; offset++) if (text[offset] === '\n') line += 1;
    return line;
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export type Fields = Readonly<Record<string, unknown>>;

export const objectOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

type Options = ReadonlyMap<string, string>;

/** A job of the list with its options, and those of all jobs, which are not copied: there may be many of both. */
export interface Job {
  readonly line: number;
  readonly name: string;
  readonly fields: Fields;
  readonly options: Options;
  readonly shared: Options;
}

/** One result of a text that may hold several: with `--status-interval` fio prints all of it again and again. */
export interface Report {
  readonly jobs: Job[];
  /** The work of the drives below the file meanwhile; `null` where that is not said, as of a file system without a drive. */
  devices: readonly Fields[] | null;
}

/** No option or name of a job that says something is longer. */
const MAX_VALUE = 256;
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, MAX_VALUE).trim() : typeof value === 'number' ? `${value}` : '';

export const isOn = (value: unknown): boolean => value !== undefined && !/^(?:0|false|none)$/.test(textOf(value));

/** The option of a job; `undefined` where it is not given. */
export const optionOf = ({ options, shared }: Job, name: string): string | undefined =>
  (options.get(name) ?? shared.get(name))?.slice(0, MAX_VALUE).trim();

/** Other names of options that are read. */
const OTHER_NAMES = new Map([
  ['readwrite', 'rw'],
  ['blocksize', 'bs'],
  ['blocksize_range', 'bsrange'],
  ['blocksize_unaligned', 'bs_unaligned'],
]);

/** Options under one name each, of which fio heeds the last; `null` where they are no texts, which fio does not print. */
function optionsOf(value: unknown): Options | null {
  const fields = objectOf(value);
  if (!fields) return null;
  const options = new Map<string, string>();
  for (const [name, option] of Object.entries(fields)) {
    if (typeof option !== 'string' && typeof option !== 'number') return null;
    if (name === 'buffered') options.set('direct', isOn(option) ? '0' : '1');
    else options.set(OTHER_NAMES.get(name) ?? name, `${option}`);
  }
  return options;
}

/** The results of a text, which may be cut off, or hold several behind each other. */
export function reportsIn(text: string, into: Collector, isWhole: boolean): Report[] {
  const lineAt = lineCounter(text);
  const reports: Report[] = [];
  let shared: Options | null = new Map();
  let at = 0;
  const cutOff = () => {
    if (isWhole) into.refuse('cut_off', lineAt(text.length));
    return reports;
  };
  for (const head of text.matchAll(/"(global options|jobs|client_stats|disk_util)"\s*:\s*(?=[{[])/g)) {
    if (head.index < at) continue;
    at = head.index + head[0].length;
    if (head[1] === 'global options' || head[1] === 'disk_util') {
      const end = endOfValue(text, at);
      if (end === null) return cutOff();
      const value = parseJson(text.slice(at, end));
      const report = reports.at(-1);
      if (head[1] === 'global options') shared = optionsOf(value);
      else if (report && Array.isArray(value))
        report.devices = (value as unknown[]).map(objectOf).filter((device) => device !== null);
      at = end;
      continue;
    }
    const report: Report = { jobs: [], devices: null };
    reports.push(report);
    for (;;) {
      at = nextPart(text, at);
      if (text[at] === ']') break;
      const end = text[at] === '{' ? endOfValue(text, at) : null;
      if (end === null) return cutOff();
      const line = lineAt(at);
      const fields = objectOf(parseJson(text.slice(at, end)));
      const options = fields && optionsOf(fields['job options'] ?? {});
      if (!options || !shared) into.refuse('not_understood', line, text.slice(at, end));
      else report.jobs.push({ line, name: textOf(fields['jobname']), fields, options, shared });
      at = end;
    }
    // A result behind this one has its own, or none.
    shared = new Map();
  }
  const start = text.indexOf('{');
  if (reports.length === 0 && (start === -1 || endOfValue(text, start) === null)) return cutOff();
  return reports;
}
