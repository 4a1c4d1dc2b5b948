import { refusalText } from '@opfsmark/schema/plan/text';
import { BLOCK_PLAN } from '@opfsmark/schema/figures';
import { planFromParameters } from '@opfsmark/schema/families';
import type { AppStoragePlan } from '@opfsmark/schema/families/app-storage/schema';
import { statSync } from 'node:fs';
import type { NodePlan } from '../ts/node/families.ts';
import { reasonOf } from '../ts/node/folder-problem.ts';
import { BROWSER_NAMES, browserOf, type BrowserProgram } from './browser.ts';
import { ALL_PLAN_OPTIONS, cliFamilyOf, planIn, type Values } from './families.ts';

/** The things that are compared, and how each of the two is measured once. */
type AbSubject =
  | { readonly kind: 'folders'; readonly plan: NodePlan; readonly isDirect: boolean }
  /** Adapters of stores, which write in folders of their own in `dir`. */
  | { readonly kind: 'stores'; readonly size: AppStoragePlan; readonly dir: string }
  /** Commands of a shell that print a result. */
  | { readonly kind: 'commands' }
  /** Each started for one measurement, with a profile of its own in `dir`. */
  | {
      readonly kind: 'browsers';
      readonly plan: NodePlan;
      readonly dir: string;
      readonly programs: readonly [a: BrowserProgram, b: BrowserProgram];
    };

/** Measures two things in turn. */
export interface AbCommand {
  readonly kind: 'ab';
  /** Paths, commands, or names of browsers. */
  readonly sides: readonly [a: string, b: string];
  readonly names: readonly [a: string, b: string];
  readonly subject: AbSubject;
  /** 0.05: 5 % worse is no change yet. */
  readonly threshold: number;
  /** 0.05: ends when every ratio is known to 5 %. */
  readonly until: number;
  readonly maxBlocks: number;
  readonly maxTimeMs: number;
  /** Files; `-`: standard output, instead of the table. */
  readonly json: string | null;
  readonly markdown: string | null;
  readonly history: string | null;
  readonly badge: string | null;
  /** Whatever it writes was agreed to. */
  readonly isAgreed: boolean;
}

interface AbOption {
  /** '' of a switch. */
  readonly argument: string;
  readonly help: string;
  readonly isFolder?: true;
  readonly repeats?: true;
}

/** Options of all kinds. `--threshold` and `--until` are those of `ab` here, whatever a plan calls so. */
const COMMON: Readonly<Record<string, AbOption>> = {
  commands: { argument: '', help: 'A and B are commands that print a result: of --json -, of fio, or figures as JSON' },
  names: { argument: 'A,B', help: 'what the two are called (A,B; of browsers their names)' },
  threshold: { argument: 'PERCENT', help: 'exit code 1 where B is worse by more than this, and than the noise (5%)' },
  until: { argument: 'PERCENT', help: 'ends when every ratio is known to this, after four blocks at least (5%)' },
  'max-blocks': { argument: 'N', help: 'at most so many blocks of A B B A: 2 to 500 (20)' },
  'max-time': { argument: 'TIME', help: 'no block begins that would end later than this: 90s, 10m, 1h (10m)' },
  json: { argument: 'FILE', help: 'writes the comparison with all that was measured; -: to standard output' },
  markdown: { argument: 'FILE', help: 'writes it as Markdown; -: to standard output' },
  history: { argument: 'FILE', help: 'adds it to a file as one line of JSON' },
  badge: { argument: 'FILE', help: 'writes what an endpoint badge of shields.io reads' },
  yes: { argument: '', help: 'at a terminal, does not ask before it may write more than 4 GB' },
};

const OF_FOLDERS: Readonly<Record<string, AbOption>> = {
  buffered: {
    argument: '',
    help: 'folders: through the page cache. Default: past it, as run --direct; --cache implies it',
  },
};

const OF_BROWSERS: Readonly<Record<string, AbOption>> = {
  browser: {
    argument: 'NAME',
    help: `twice, instead of A and B: ${BROWSER_NAMES.join(', ')} or a path. Each is started without a window for one measurement after the other, with a fresh profile below --dir`,
    repeats: true,
  },
};

/** By the parameter that says the same in a link to storage for apps. */
const OF_STORES: Readonly<Record<string, AbOption>> = {
  dir: {
    argument: 'PATH',
    help: 'adapters, browsers: where their files lie, in folders that are removed (.)',
    isFolder: true,
  },
  rows: { argument: 'N', help: 'adapters: rows of 1 KiB, 100 to 20000 in hundreds (1000); folders: tests, see run' },
  puts: { argument: 'N', help: 'adapters: puts one by one, and as many updates, 1 to 2000 (40)' },
  reads: { argument: 'N', help: 'adapters: reads one by one, 10 to 50000 (500)' },
  blob: { argument: 'BYTES', help: 'adapters: size of the large value, 1KiB to 64MiB (10MiB)' },
};
const STORE_PARAMETERS = ['rows', 'puts', 'reads', 'blob', 'loops', 'seed'];

/** Beside those of a plan. */
export const AB_OPTIONS: Readonly<Record<string, AbOption>> = {
  ...COMMON,
  ...OF_BROWSERS,
  ...OF_FOLDERS,
  ...OF_STORES,
};

const PERCENT = /^(\d+(?:\.\d+)?) ?%?$/;
const TIME = /^(\d+(?:\.\d+)?)(s|m|h)$/;
const MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

function percentIn(values: Values, name: string): number | string {
  const text = values[name] ?? '5%';
  const amount = PERCENT.exec(String(text))?.[1];
  return amount === undefined ? `--${name} "${String(text)}" is no percentage such as 5%.` : Number(amount) / 100;
}

/** More are not measured, however little they tell. */
export const MAX_BLOCKS = 500;

function blocksIn(values: Values): number | string {
  const text = String(values['max-blocks'] ?? '20');
  const blocks = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return blocks >= 2 && blocks <= MAX_BLOCKS
    ? blocks
    : `--max-blocks "${text}" must be a whole number from 2 to ${MAX_BLOCKS}.`;
}

function timeIn(values: Values): number | string {
  const text = String(values['max-time'] ?? '10m');
  const [, amount, unit = ''] = TIME.exec(text) ?? [];
  const ms = Number(amount) * (MS[unit] ?? 0);
  return ms > 0 ? ms : `--max-time "${text}" is no time such as 90s, 10m or 1h.`;
}

function namesIn(values: Values): readonly [string, string] | string {
  const [nameA, nameB] = browsersIn(values);
  const isTold = nameA !== undefined && nameB !== undefined && nameA !== nameB;
  const text = String(values['names'] ?? (isTold ? `${nameA},${nameB}` : 'A,B'));
  const [a = '', b = '', ...more] = text.split(',').map((name) => name.trim());
  const isFit = more.length === 0 && a !== '' && b !== '' && a !== b && Math.max(a.length, b.length) <= 60;
  return isFit ? [a, b] : `--names "${text}" must be two different names with a comma between them, such as base,head.`;
}

/** The names of `--browser`, in their order. */
const browsersIn = ({ browser }: Values): readonly string[] => (typeof browser === 'object' ? browser : []);

/** The kind of a path, or why nothing can be said of it. */
function kindAt(path: string): 'folder' | 'file' | { readonly problem: string } {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    const why = reasonOf(error);
    const advice = 'Name two folders, two adapters of stores, or add --commands where they are commands.';
    return { problem: `${path} cannot be looked at: ${why}. ${advice}` };
  }
}

function kindOf(values: Values, sides: readonly string[]): AbSubject['kind'] | { readonly problem: string } {
  if (values['commands'] === true) return 'commands';
  const kinds = sides.map(kindAt);
  const failure = kinds.find((kind) => typeof kind === 'object');
  if (failure) return failure;
  if (new Set(kinds).size > 1) {
    const [folder, file] = kinds[0] === 'folder' ? sides : sides.toReversed();
    return { problem: `${folder ?? ''} is a folder and ${file ?? ''} is a file. Name two folders, or two adapters.` };
  }
  return kinds[0] === 'folder' ? 'folders' : 'stores';
}

function blockPlanIn(values: Values): NodePlan | string {
  const { threshold: _, until: __, ...planValues } = values;
  const isMatrix = (planValues['family'] ?? 'matrix') === 'matrix';
  const isShort = isMatrix && planValues['profile'] === undefined;
  return planIn({ ...(isShort && BLOCK_PLAN), ...planValues });
}

function browsersToCompare(values: Values): AbSubject | string {
  const names = browsersIn(values);
  const found = names.map((name) => ({ name, program: browserOf(name) }));
  const [a, b, ...more] = found;
  if (!a || !b || more.length > 0) return 'Name two browsers: ab --browser chromium --browser firefox.';
  const missing = found.find(({ program }) => program === null);
  if (a.program === null || b.program === null)
    return `There is no browser ${missing?.name ?? ''} here. Name ${BROWSER_NAMES.join(', ')}, or the path of one.`;
  const plan = blockPlanIn(values);
  if (typeof plan === 'string') return plan;
  return { kind: 'browsers', plan, dir: String(values['dir'] ?? '.'), programs: [a.program, b.program] };
}

function foldersIn(values: Values): AbSubject | string {
  const plan = blockPlanIn(values);
  if (typeof plan === 'string') return plan;
  const isDirect = values['buffered'] !== true && values['cache'] === undefined;
  const measuredPlan = isDirect ? ((cliFamilyOf(plan.family).withoutCache?.(plan) ?? plan) as NodePlan) : plan;
  return { kind: 'folders', plan: measuredPlan, isDirect };
}

function storesIn(values: Values): AbSubject | string {
  const parameters = new URLSearchParams({ family: 'app-storage', loops: '1' });
  for (const name of STORE_PARAMETERS) {
    const value = values[name];
    if (value !== undefined) parameters.set(name, String(value));
  }
  const { plan, problems } = planFromParameters(parameters);
  const [problem] = problems;
  if (problem) {
    const { parameter, value, refusal } = problem;
    const description = OF_STORES[parameter]?.help ?? refusalText(refusal);
    return `--${parameter} "${value}" cannot be used. What it is, and its bounds: ${description}.`;
  }
  if (plan.family !== 'app-storage') return 'These options are of no store.';
  return { kind: 'stores', size: plan, dir: String(values['dir'] ?? '.') };
}

const OPTIONS_OF: Readonly<Record<AbSubject['kind'], readonly string[]>> = {
  folders: ['family', ...ALL_PLAN_OPTIONS.keys(), ...Object.keys(OF_FOLDERS)],
  stores: [...STORE_PARAMETERS, 'dir'],
  commands: [],
  browsers: ['family', ...ALL_PLAN_OPTIONS.keys(), ...Object.keys(OF_BROWSERS), 'dir'],
};

function subjectIn(kind: AbSubject['kind'], values: Values): AbSubject | string {
  const knownNames = [...Object.keys(COMMON), ...OPTIONS_OF[kind]];
  const strayName = Object.keys(values).find((name) => values[name] !== undefined && !knownNames.includes(name));
  if (strayName !== undefined) return `--${strayName} does not go with two ${kind === 'stores' ? 'adapters' : kind}.`;
  if (kind === 'browsers') return browsersToCompare(values);
  if (kind === 'folders') return foldersIn(values);
  return kind === 'stores' ? storesIn(values) : { kind };
}

const fileIn = (value: Values[string]) => (typeof value === 'string' ? value : null);

/** The command, or its fault in a sentence. */
export function abIn(values: Values, words: readonly string[]): AbCommand | string {
  const browsers = browsersIn(values);
  if (browsers.length > 0 && words.length > 0) return `"${words.join(' ')}" is too many beside --browser.`;
  if (browsers.length === 1) return 'Name two browsers: ab --browser chromium --browser firefox.';
  const [a, b, ...more] = browsers.length > 0 ? browsers : words;
  if (a === undefined || b === undefined) {
    return 'Say which two to compare: ab A B, two folders, two adapters of stores, two commands with --commands, or two browsers with --browser.';
  }
  if (more.length > 0 && browsers.length === 0)
    return `"${more.join(' ')}" is one too many. Put a path with spaces, and a command, in quotes.`;
  const kind = browsers.length > 0 ? 'browsers' : kindOf(values, [a, b]);
  if (typeof kind === 'object') return kind.problem;
  const subject = subjectIn(kind, values);
  if (typeof subject === 'string') return subject;
  const names = namesIn(values);
  if (typeof names === 'string') return names;
  const threshold = percentIn(values, 'threshold');
  const until = percentIn(values, 'until');
  const maxBlocks = blocksIn(values);
  const maxTimeMs = timeIn(values);
  for (const value of [threshold, until, maxBlocks, maxTimeMs]) if (typeof value === 'string') return value;
  const files = { json: fileIn(values['json']), markdown: fileIn(values['markdown']) };
  if (files.json === '-' && files.markdown === '-')
    return 'Only one of --json and --markdown can be standard output (-).';
  return {
    kind: 'ab',
    sides: [a, b],
    names,
    subject,
    ...files,
    ...{
      threshold: Number(threshold),
      until: Number(until),
      maxBlocks: Number(maxBlocks),
      maxTimeMs: Number(maxTimeMs),
    },
    ...{ history: fileIn(values['history']), badge: fileIn(values['badge']), isAgreed: values['yes'] === true },
  };
}
