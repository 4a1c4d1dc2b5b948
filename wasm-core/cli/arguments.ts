import {
  Declaration,
  declaredProblems,
  describeTextProblem,
  FILESYSTEMS,
  INTERFACES,
  RUN_ID_PATTERN,
  type Declaration as Declared,
} from '@opfsmark/schema/documents';
import { FORMS, formOfFile, type Form } from '@opfsmark/schema/report';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import * as z from 'zod/mini';
import { NODE_FAMILIES, type NodePlan } from '../ts/node/families.ts';
import { processorName } from './declare.ts';
import { cliFamilyOf } from './families.ts';
import { ALL_PLAN_OPTIONS, planIn, planOptionsOf } from './plan-options.ts';

export interface RunCommand {
  readonly kind: 'run';
  readonly dir: string;
  readonly plan: NodePlan;
  /** The service; without it, the network is not used. */
  readonly publish: URL | null;
  /** `-`: standard output, instead of the table. */
  readonly json: string | null;
  /** Files, each in the form that its name ends with. */
  readonly saves: readonly string[];
  readonly isDirect: boolean;
  /** Whatever it writes was agreed to. */
  readonly isAgreed: boolean;
  /** What was said about the machine. */
  readonly declared: Declared;
}

/** What the options say of a machine, which need not be all. */
const Said = z.partial(Declaration);
export type Said = z.infer<typeof Said>;

/** Sends a result that is kept in a file. */
export interface PublishCommand {
  readonly kind: 'publish';
  readonly file: string;
  /** Where the file does not say to which. */
  readonly service: URL | null;
  /** What was said about the machine, beside or instead of what the file says. */
  readonly declared: Said;
}

export interface DeleteCommand {
  readonly kind: 'delete';
  readonly runId: string;
  readonly key: string;
  readonly service: URL;
}

/** Lays results beside each other, our own and those of other tools. */
export interface CompareCommand {
  readonly kind: 'compare';
  /** `-`: standard input. */
  readonly files: readonly string[];
}

type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'usage'; readonly problem: string }
  | RunCommand
  | PublishCommand
  | DeleteCommand
  | CompareCommand;

/** There is no browser whose profile could have been moved. */
type DeclaredOption = Exclude<keyof Declared, 'profile_moved'>;

interface Line {
  readonly argument: string;
  readonly help: string;
}

const DECLARED_OPTIONS: Readonly<Record<DeclaredOption, Line>> = {
  device: { argument: 'NAME', help: 'name of the computer (default: its processor)' },
  drive: { argument: 'NAME', help: 'name of the drive' },
  interface: { argument: 'NAME', help: INTERFACES.join(', ') },
  filesystem: { argument: 'NAME', help: `${FILESYSTEMS.join(', ')} (Linux: detected)` },
  note: { argument: 'TEXT', help: 'up to 280 characters' },
};

function lines(options: Iterable<readonly [name: string, line: Line]>): string {
  return Array.from(options, ([name, { argument, help }]) => `  ${`--${name} ${argument}`.padEnd(22)}${help}`).join(
    '\n',
  );
}

const families = NODE_FAMILIES.map(
  (id) => `--family ${id}: ${cliFamilyOf(id).about}\n${lines(planOptionsOf(id))}`,
).join('\n\n');

const forms = Object.values<Form>(FORMS)
  .map(({ extension, about }) => `                          .${extension.padEnd(14)}${about}`)
  .join('\n');

/** Where `npm start` listens. */
export const DEFAULT_SERVICE = 'http://localhost:8787';

export const USAGE = `Measures the drive that a folder lies on, with the tests of the page, under Node.js.

  npm run cli -- run --dir PATH [options]     measures
  npm run cli -- publish FILE [options]       sends a result later: a file of --json, or one that a run has kept
                                              because it could not be published
  npm run cli -- compare A B ...              lays results beside each other: files of --json, and what other tools
                                              saved: texts of CrystalDiskMark, AmorphousDiskMark and KDiskMark, JSON
                                              of fio. -: standard input
  npm run cli -- delete ID KEY [options]      deletes a published result by its deletion key; ID may be its address

run:
  --dir PATH            the folder; all files lie in one folder that is created in it and removed
  --family NAME         which test: ${NODE_FAMILIES.join(', ')} (matrix)
  --direct              past the page cache, so that every call ends on the drive: O_DIRECT on Linux, unbuffered
                        files on Windows (not tried there). Such results have boards of their own. Refused where the
                        file system has none; Btrfs with checksums only measures reads (--directions read)
  --publish URL         sends the result to the service there; without it, nothing is sent. Where that fails, the
                        result is kept in a file
  --json FILE           writes the record to a file; -: to standard output
  --save FILE           writes the result to a file in the form of its ending; may be given more than once:
${forms}
  --yes                 at a terminal, does not ask before a test that may write more than 4 GB

publish, delete:
  --service URL         where the result is to be, or is, published (${DEFAULT_SERVICE}, unless the file or the
                        address says it)

--help, --version

${families}

Published with the result (run, publish):
${lines(Object.entries(DECLARED_OPTIONS))}

The first Ctrl-C stops a run, which waits for the drive and deletes its files; the second ends it at once.

Exit codes: 0 all was done, 1 something failed, 2 wrong options, 130 interrupted.`;

const TEXT_OPTION = { type: 'string' } as const;
const TEXTS_OPTION = { type: 'string', multiple: true } as const;
const FLAG_OPTION = { type: 'boolean' } as const;
const COMMON_OPTIONS = { help: { ...FLAG_OPTION, short: 'h' }, version: FLAG_OPTION } as const;
type OptionForm = typeof TEXT_OPTION | typeof TEXTS_OPTION | typeof FLAG_OPTION;
const declaredOptions = () => Object.fromEntries(Object.keys(DECLARED_OPTIONS).map((name) => [name, TEXT_OPTION]));

/** By the command; the parser names an option that does not belong to it. */
function parserOptions(command: string | undefined): ParserOptions {
  switch (command) {
    case 'publish':
      return { ...COMMON_OPTIONS, ...declaredOptions(), service: TEXT_OPTION };
    case 'compare':
      return COMMON_OPTIONS;
    case 'delete':
      return { ...COMMON_OPTIONS, service: TEXT_OPTION };
    default: {
      const own = [...ALL_PLAN_OPTIONS].map(
        ([name, { isFlag }]) => [name, isFlag ? FLAG_OPTION : TEXT_OPTION] as const,
      );
      const run = {
        dir: TEXT_OPTION,
        family: TEXT_OPTION,
        publish: TEXT_OPTION,
        json: TEXT_OPTION,
        save: TEXTS_OPTION,
      };
      const flags = { yes: FLAG_OPTION, direct: FLAG_OPTION };
      return { ...Object.fromEntries<OptionForm>(own), ...declaredOptions(), ...run, ...flags, ...COMMON_OPTIONS };
    }
  }
}
type ParserOptions = NonNullable<ParseArgsConfig['options']>;

type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

const DIRECT_WITH_CACHE =
  'Leave out --cache or --direct: direct reads go past the page cache, so that it need not be emptied or outgrown.';

const usage = (problem: string) => ({ kind: 'usage', problem }) as const;

/** What is said about the machine, or what is wrong with it in a sentence; `device` where nobody names it. */
function declaredIn(values: Values, device?: string): Said | string {
  const given = Object.keys(DECLARED_OPTIONS).flatMap((name) =>
    typeof values[name] === 'string' ? [[name, values[name]] as const] : [],
  );
  const declared: Partial<Record<DeclaredOption, string>> = {
    ...(device !== undefined && { device }),
    ...Object.fromEntries(given),
  };
  const [refused] = declaredProblems(declared);
  if (refused) {
    const { field, problem } = refused;
    const option = values[field] === undefined ? "The processor's name" : `--${field}`;
    const next = field === 'note' ? 'Write another note.' : `Give another name: --${field} NAME.`;
    return `${option} "${declared[field]}" cannot be published: it ${describeTextProblem(problem, field)}. ${next}`;
  }
  const parsed = z.safeParse(Said, declared);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0] ?? '');
  const wanted = DECLARED_OPTIONS[name as DeclaredOption]?.help ?? '';
  return `--${name} "${String(values[name])}" cannot be published. Possible: ${wanted}.`;
}

/** The service that an option names, or what is wrong with it in a sentence; `null` where it is not given. */
function serviceIn(values: Values, name: 'publish' | 'service'): URL | null | string {
  const text = values[name];
  if (typeof text !== 'string') return null;
  const url = URL.parse(text);
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url;
  return `--${name} "${text}" is not an address such as https://example.org.`;
}

function runIn(values: Values, more: readonly string[]): Command {
  if (more.length > 0) return usage(`"${more.join(' ')}" belongs to no option. Put a path with spaces in quotes.`);
  const { dir, json, save } = values;
  if (typeof dir !== 'string' || dir === '') return usage('Say which folder to measure: --dir PATH.');
  const saves = typeof save === 'object' ? save : [];
  const formless = saves.find((path) => !formOfFile(path));
  if (formless !== undefined) {
    const endings = Object.values<Form>(FORMS).map(({ extension }) => `.${extension}`);
    return usage(`--save "${formless}" ends with none of ${endings.join(', ')}.`);
  }
  const isDirect = values['direct'] === true;
  if (isDirect && values['cache'] !== undefined && values['cache'] !== 'as-is') return usage(DIRECT_WITH_CACHE);
  const asked = planIn(values);
  if (typeof asked === 'string') return usage(asked);
  const plan = isDirect ? ((cliFamilyOf(asked.family).withoutCache?.(asked) ?? asked) as NodePlan) : asked;
  const device = processorName();
  const declared = declaredIn(values, device);
  if (typeof declared === 'string') return usage(declared);
  const publish = serviceIn(values, 'publish');
  if (typeof publish === 'string') return usage(publish);
  const file = typeof json === 'string' ? json : null;
  return {
    kind: 'run',
    dir,
    plan,
    publish,
    json: file,
    saves,
    isDirect,
    isAgreed: values['yes'] === true,
    declared: { ...declared, device: declared.device ?? device },
  };
}

function publishIn(values: Values, [file, ...more]: readonly string[]): Command {
  if (file === undefined) return usage('Say which file to publish: publish FILE.');
  if (more.length > 0) return usage(`"${more.join(' ')}" belongs to no option. Put a path with spaces in quotes.`);
  const service = serviceIn(values, 'service');
  if (typeof service === 'string') return usage(service);
  const declared = declaredIn(values);
  return typeof declared === 'string' ? usage(declared) : { kind: 'publish', file, service, declared };
}

/** A deletion key, which may begin like an option. */
const KEY_PATTERN = /^[\w-]{43}$/;

/** The id of a result, and the service that its address names. */
function resultIn(text: string): { readonly runId: string; readonly service: URL | null } | null {
  const url = URL.parse(text);
  const runId = (url ? (/^\/r\/([^/]+)\/?$/.exec(url.pathname)?.[1] ?? '') : text).toUpperCase();
  return RUN_ID_PATTERN.test(runId) ? { runId, service: url } : null;
}

function deleteIn(values: Values, words: readonly string[], keys: readonly string[]): Command {
  const [text, ...more] = words;
  const [key] = keys;
  if (text === undefined || key === undefined || more.length > 0 || keys.length > 1) {
    return usage(
      'Say which result to delete and its deletion key of 43 characters, as they were printed when it was published: delete ID KEY.',
    );
  }
  const result = resultIn(text);
  if (!result) return usage(`"${text}" is neither the id of a result nor its address. Copy the last part of /r/ID.`);
  const service = serviceIn(values, 'service');
  if (typeof service === 'string') return usage(service);
  return { kind: 'delete', runId: result.runId, key, service: service ?? result.service ?? new URL(DEFAULT_SERVICE) };
}

function compareIn(files: readonly string[]): Command {
  if (files.length < 2) return usage('Say which files to compare, two or more: compare A B.');
  if (files.filter((file) => file === '-').length > 1) return usage('Only one of the files can be standard input (-).');
  return { kind: 'compare', files };
}

/** The command in the words after the program's name. */
export function parseCommand(words: readonly string[]): Command {
  const keys = words[0] === 'delete' ? words.filter((word) => KEY_PATTERN.test(word)) : [];
  const args = words.filter((word) => !keys.includes(word));
  let values: Values;
  let positionals: string[];
  try {
    const parsed = parseArgs({ args, options: parserOptions(words[0]), allowPositionals: true });
    [values, positionals] = [parsed.values as Values, parsed.positionals];
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error));
  }
  if (values['help'] === true || positionals[0] === 'help') return { kind: 'help' };
  if (values['version'] === true) return { kind: 'version' };
  const [command, ...more] = positionals;
  switch (command) {
    case 'run':
      return runIn(values, more);
    case 'publish':
      return publishIn(values, more);
    case 'delete':
      return deleteIn(values, more, keys);
    case 'compare':
      return compareIn(more);
    default:
      return usage(
        command === undefined
          ? 'Say what to do: run, compare, publish or delete.'
          : `There is no command "${command}": run, compare, publish or delete.`,
      );
  }
}
