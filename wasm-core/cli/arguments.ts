import { declaredProblems, describeTextProblem, readRunId, type Declaration } from '@opfsmark/schema/documents';
import { FORMS, formOfFile, type Form } from '@opfsmark/schema/report';
import { closestMatch } from 'leven';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import * as z from 'zod/mini';
import type { NodePlan } from '../ts/node/families.ts';
import { abIn, type AbCommand } from './ab-arguments.ts';
import { capacityIn, type CapacityCommand } from './capacity-arguments.ts';
import type { DriveCommand } from './drive.ts';
import { cliFamilyOf, planIn, type Values } from './families.ts';
import { processorName, PartialDeclaration } from './machine.ts';
import type { StoreCommand } from './store.ts';
import {
  commandList,
  commandNames,
  DECLARED_OPTIONS,
  DEFAULT_SERVICE,
  isCommand,
  KEY_VARIABLE,
  optionsOf,
  SHELLS,
  type CommandName,
  type DeclaredOption,
} from './usage.ts';

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
  /** The declaration of the machine. */
  readonly declared: Declaration;
}

/** Sends a result that is kept in a file. */
export interface PublishCommand {
  readonly kind: 'publish';
  readonly file: string;
  /** Where the file does not say to which. */
  readonly service: URL | null;
  /** The declaration of the machine, beside or instead of what the file says. */
  readonly declared: PartialDeclaration;
  /** The file of the key that signs it. */
  readonly key: string | null;
}

export interface DeleteCommand {
  readonly kind: 'delete';
  readonly runId: string;
  /** `-`: standard input. */
  readonly key: string;
  readonly service: URL;
}

/** Lays results beside each other, our own and those of other tools. */
interface CompareCommand {
  readonly kind: 'compare';
  /** `-`: standard input. */
  readonly files: readonly string[];
}

/** Says whether a service would take what is in these files. */
interface VerifyCommand {
  readonly kind: 'verify';
  readonly files: readonly string[];
}

interface CompletionCommand {
  readonly kind: 'completion';
  readonly shell: (typeof SHELLS)[number];
}

type Command =
  /** `null`: of all. */
  | { readonly kind: 'help'; readonly command: CommandName | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'usage'; readonly problem: string }
  | RunCommand
  | PublishCommand
  | DeleteCommand
  | CompareCommand
  | VerifyCommand
  | CompletionCommand
  | AbCommand
  | CapacityCommand
  | DriveCommand
  | StoreCommand;

type ParserOptions = NonNullable<ParseArgsConfig['options']>;

/** By the command; the parser names an option that does not belong to it. */
function parserOptions(command: string | undefined): ParserOptions {
  const entries = Array.from(optionsOf(command), ([name, { argument, repeats = false }]) => {
    if (argument === '') return [name, { type: 'boolean', ...(name === 'help' && { short: 'h' }) }] as const;
    return [name, { type: 'string', multiple: repeats }] as const;
  });
  return Object.fromEntries<ParserOptions[string]>(entries);
}

const DIRECT_WITH_CACHE =
  'Leave out --cache or --direct: direct reads go past the page cache, so that it need not be emptied or outgrown.';

const usage = (problem: string) => ({ kind: 'usage', problem }) as const;

/** The declaration of the machine, or its fault in a sentence; `device` where nobody names it. */
function declaredIn(values: Values, device?: string): PartialDeclaration | string {
  const entries = Object.keys(DECLARED_OPTIONS).flatMap((name) =>
    typeof values[name] === 'string' ? [[name, values[name]] as const] : [],
  );
  const declaration: Partial<Record<DeclaredOption, string>> = {
    ...(device !== undefined && { device }),
    ...Object.fromEntries(entries),
  };
  const [refusal] = declaredProblems(declaration);
  if (refusal) {
    const { field, problem } = refusal;
    const option = values[field] === undefined ? "The processor's name" : `--${field}`;
    const hint = field === 'note' ? 'Write another note.' : `Give another name: --${field} NAME.`;
    return `${option} "${declaration[field]}" cannot be published: it ${describeTextProblem(problem, field)}. ${hint}`;
  }
  const result = z.safeParse(PartialDeclaration, declaration);
  if (result.success) return result.data;
  const name = String(result.error.issues[0]?.path[0] ?? '');
  const choices = DECLARED_OPTIONS[name as DeclaredOption]?.help ?? '';
  return `--${name} "${String(values[name])}" cannot be published. Possible: ${choices}.`;
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
  const formlessPath = saves.find((path) => !formOfFile(path));
  if (formlessPath !== undefined) {
    const endings = Object.values<Form>(FORMS).map(({ extension }) => `.${extension}`);
    return usage(`--save "${formlessPath}" ends with none of ${endings.join(', ')}.`);
  }
  const isDirect = values['direct'] === true;
  if (isDirect && values['cache'] !== undefined && values['cache'] !== 'as-is') return usage(DIRECT_WITH_CACHE);
  const requestedPlan = planIn(values);
  if (typeof requestedPlan === 'string') return usage(requestedPlan);
  const plan = isDirect
    ? ((cliFamilyOf(requestedPlan.family).withoutCache?.(requestedPlan) ?? requestedPlan) as NodePlan)
    : requestedPlan;
  const strayPath = saves.find((path) => formOfFile(path)?.families?.includes(plan.family) === false);
  if (strayPath !== undefined) {
    return usage(`--save "${strayPath}": a result of ${plan.family} has no such form. Give it another ending.`);
  }
  const device = processorName();
  const declaration = declaredIn(values, device);
  if (typeof declaration === 'string') return usage(declaration);
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
    declared: { ...declaration, device: declaration.device ?? device },
  };
}

function publishIn(values: Values, [file, ...more]: readonly string[]): Command {
  if (file === undefined) return usage('Say which file to publish: publish FILE.');
  if (more.length > 0) return usage(`"${more.join(' ')}" belongs to no option. Put a path with spaces in quotes.`);
  const service = serviceIn(values, 'service');
  if (typeof service === 'string') return usage(service);
  const declaration = declaredIn(values);
  return typeof declaration === 'string'
    ? usage(declaration)
    : {
        kind: 'publish',
        file,
        service,
        declared: declaration,
        key: typeof values['key'] === 'string' ? values['key'] : null,
      };
}

/** A deletion key, which may begin like an option. */
export const KEY_PATTERN = /^[\w-]{43}$/;

/** The id of a result, and the service that its address names. */
function resultIn(text: string): { readonly runId: string; readonly service: URL | null } | null {
  const url = URL.parse(text);
  const runId = readRunId(url ? (/^\/r\/([^/]+)\/?$/.exec(url.pathname)?.[1] ?? '') : text);
  return runId === null ? null : { runId, service: url };
}

const isKey = (word: string) => word === '-' || KEY_PATTERN.test(word);

function deleteIn(values: Values, words: readonly string[]): Command {
  const [text, ...more] = words.filter((word) => !isKey(word));
  const [key = process.env[KEY_VARIABLE] ?? '', ...otherKeys] = words.filter(isKey);
  if (text === undefined || !isKey(key) || more.length > 0 || otherKeys.length > 0) {
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

const MAX_SEVERAL = 200;

function storeIn(values: Values, [module, ...more]: readonly string[]): Command {
  if (module === undefined || more.length > 0) return usage('Say which module has the store: store MODULE.');
  const textOf = (name: string) => (typeof values[name] === 'string' ? values[name] : null);
  const several = Number(textOf('several') ?? 30);
  if (!Number.isInteger(several) || several < 1 || several > MAX_SEVERAL) {
    return usage(`--several must be a whole number from 1 to ${MAX_SEVERAL}.`);
  }
  const [browser, json, badge] = [textOf('browser'), textOf('json'), textOf('badge')];
  return { kind: 'store', module, several, browser, json, badge };
}

function compareIn(files: readonly string[]): Command {
  if (files.length < 2) return usage('Say which files to compare, two or more: compare A B.');
  if (files.filter((file) => file === '-').length > 1) return usage('Only one of the files can be standard input (-).');
  return { kind: 'compare', files };
}

function completionIn([word, ...more]: readonly string[]): Command {
  const shell = SHELLS.find((name) => name === word);
  return shell && more.length === 0
    ? { kind: 'completion', shell }
    : usage(`Say for which shell: ${SHELLS.join(', ')}.`);
}

const bare = (word: string) => word.replace(/^-+/, '');
const lettersOf = (word: string) => Array.from(bare(word)).toSorted().join('');

/** ' Did you mean run?' where a word has the letters of one of these in another order, is its beginning, or is nearly it. */
function suggestion(word: string, names: readonly string[]): string {
  const nearest =
    names.find((name) => lettersOf(name) === lettersOf(word)) ??
    names.find((name) => bare(name).startsWith(bare(word))) ??
    closestMatch(word, names, { maxDistance: Math.floor(bare(word).length / 3) });
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

/** What the parser refused, in plain words. */
function sentenceOfParser(error: unknown, command: string | undefined): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, valued, isNeeded] =
    /^Option '(?:-\w, )?(--[\w-]+)(?: <value>)?' (?:(argument)|does not take)/.exec(message) ?? [];
  if (valued !== undefined) {
    if (isNeeded === undefined) return `${valued} takes no value.`;
    return `${valued} needs a value. One that begins with a dash is written after an equals sign: ${valued}=-1.`;
  }
  const option = /^Unknown option '([^']+)'/.exec(message)?.[1];
  if (option === undefined) return `${message.replaceAll('\n', ' ').replace(/\.$/, '')}.`;
  if (command !== undefined && !command.startsWith('-') && !isCommand(command)) return noCommand(command);
  const names = Array.from(optionsOf(command).keys(), (name) => `--${name}`);
  return isCommand(command)
    ? `${command} has no option ${option}.${suggestion(option, names)}`
    : // Those that need no command come last.
      `There is no option ${option}.${suggestion(option, names.toReversed())}`;
}

const noCommand = (word: string) =>
  `There is no command "${word}": ${commandList}.${suggestion(word, [...commandNames, 'help'])}`;

/** The command in the words after the program's name. */
export function parseCommand(words: readonly string[]): Command {
  // The parser would take a key that begins with a dash for an option.
  const keys = words[0] === 'delete' ? words.filter((word) => KEY_PATTERN.test(word)) : [];
  const args = words.filter((word) => !keys.includes(word));
  let values: Values;
  let positionals: string[];
  try {
    const result = parseArgs({ args, options: parserOptions(words[0]), allowPositionals: true });
    [values, positionals] = [result.values as Values, result.positionals];
  } catch (error) {
    return usage(sentenceOfParser(error, words[0]));
  }
  const isHelp = values['help'] === true || positionals[0] === 'help';
  const [command, ...more] = positionals[0] === 'help' ? positionals.slice(1) : positionals;
  if (command !== undefined && !isCommand(command)) return usage(noCommand(command));
  if (isHelp) return { kind: 'help', command: command ?? null };
  if (values['version'] === true) return { kind: 'version' };
  switch (command) {
    case 'run':
      return runIn(values, more);
    case 'capacity': {
      const capacityCommand = capacityIn(values, more);
      return typeof capacityCommand === 'string' ? usage(capacityCommand) : capacityCommand;
    }
    case 'drive': {
      const { dir } = values;
      return typeof dir === 'string' && dir !== '' && more.length === 0
        ? { kind: 'drive', dir }
        : usage('Say which folder is on the drive: --dir PATH.');
    }
    case 'publish':
      return publishIn(values, more);
    case 'delete':
      return deleteIn(values, [...more, ...keys]);
    case 'store':
      return storeIn(values, more);
    case 'compare':
      return compareIn(more);
    case 'ab': {
      const abCommand = abIn(values, more);
      return typeof abCommand === 'string' ? usage(abCommand) : abCommand;
    }
    case 'verify':
      return more.length > 0 ? { kind: 'verify', files: more } : usage('Say which file to check: verify FILE.');
    case 'completion':
      return completionIn(more);
    default:
      return usage(`Say what to do: ${commandList}.`);
  }
}
