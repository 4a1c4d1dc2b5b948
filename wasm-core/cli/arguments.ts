import { Declaration, FILESYSTEMS, INTERFACES, type Declaration as Declared } from '@opfsmark/schema/documents';
import { estimate, planFromParameters, ProfileId, type MatrixPlan } from '@opfsmark/schema/families';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { formatAmount } from '../ts/node/amount.ts';
import { processorName } from './declare.ts';

export interface RunCommand {
  readonly kind: 'run';
  readonly dir: string;
  readonly plan: MatrixPlan;
  /** The service; a run that is not published does not touch the network. */
  readonly publish: URL | null;
  /** `-`: standard output, instead of the table. */
  readonly json: string | null;
  /** What was said of the machine. */
  readonly declared: Declared;
}

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'usage'; readonly problem: string }
  | RunCommand;

interface Option {
  /** The parameter of the plan's URL. */
  readonly parameter: string;
  /** Set by being there. */
  readonly flag?: boolean;
  readonly argument?: string;
  readonly help: string;
}

/** What a plan is changed by: the parameters of the page's links; `--dir` is the folder here. */
export const PLAN_OPTIONS: Readonly<Record<string, Option>> = {
  profile: { parameter: 'profile', argument: 'NAME', help: `${ProfileId.options.join(', ')} (quick)` },
  size: { parameter: 'size', argument: 'BYTES', help: 'of the file: 16MiB to 64GiB' },
  loops: { parameter: 'loops', argument: 'N', help: 'how often each test is repeated: 1 to 9' },
  limit: { parameter: 'limit', argument: 'SECONDS', help: 'of one pass: 1 to 60; 0: until the file has been visited' },
  interval: { parameter: 'interval', argument: 'SECONDS', help: 'of rest before each test: 0 to 600' },
  rows: { parameter: 'rows', argument: 'NAMES', help: 'tests, such as SEQ1M-Q8T1,RND4K-Q32T1' },
  directions: { parameter: 'dir', argument: 'NAMES', help: 'read,write,mix: one or more of them' },
  mix: { parameter: 'mix', argument: 'PERCENT', help: 'share of reads in a mix: 10 to 90' },
  data: { parameter: 'data', argument: 'KIND', help: 'random or zero' },
  seed: { parameter: 'seed', argument: 'N', help: 'of the order of random access' },
  verify: { parameter: 'verify', argument: 'HOW', help: 'sampled or all' },
  stable: { parameter: 'stable', flag: true, help: 'adds loops until they agree within 3 %' },
  revisit: { parameter: 'revisit', flag: true, help: 'starts over when the file has been visited' },
  cache: { parameter: 'cache', argument: 'KIND', help: 'as-is or deep (a file larger than memory)' },
};

/** There is no browser whose profile could have been moved. */
type DeclaredOption = Exclude<keyof Declared, 'profile_moved'>;

const DECLARED_OPTIONS: Readonly<Record<DeclaredOption, Omit<Option, 'parameter'>>> = {
  device: { argument: 'NAME', help: 'of the machine (its processor, if nothing is said)' },
  drive: { argument: 'NAME', help: 'of the drive' },
  interface: { argument: 'NAME', help: INTERFACES.join(', ') },
  filesystem: { argument: 'NAME', help: `${FILESYSTEMS.join(', ')} (Linux: found out)` },
  note: { argument: 'TEXT', help: 'up to 280 characters' },
};

function lines(options: Readonly<Record<string, Omit<Option, 'parameter'>>>): string {
  return Object.entries(options)
    .map(([name, { argument = '', help }]) => `  ${`--${name} ${argument}`.padEnd(22)}${help}`)
    .join('\n');
}

export const USAGE = `Measures the drive that a folder lies on, with the tests of the page, under Node.js.

  npm run cli -- run --dir PATH [options]

  --dir PATH            the folder; all files lie in one folder that is made in it, and removed
  --publish URL         sends the result to the service there; nothing is sent without it
  --json FILE           writes the record there; -: to standard output
  --yes                 agrees to what --cache deep writes, which is more than memory holds
  --help, --version

The plan:
${lines(PLAN_OPTIONS)}

What is published with the result:
${lines(DECLARED_OPTIONS)}

Ends with 0 when all was measured, 1 when something failed, 2 when it was asked for wrongly, 130 when it was interrupted.`;

function parserOptions() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const own = Object.entries(PLAN_OPTIONS).map(([name, option]) => [name, option.flag ? flag : text] as const);
  const declared = Object.keys(DECLARED_OPTIONS).map((name) => [name, text] as const);
  const rest = {
    dir: text,
    publish: text,
    json: text,
    yes: flag,
    help: { ...flag, short: 'h' },
    version: flag,
  } as const;
  return { ...Object.fromEntries([...own, ...declared]), ...rest };
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

function planOfValues(values: Values): MatrixPlan | string {
  const parameters = new URLSearchParams();
  for (const [name, { parameter }] of Object.entries(PLAN_OPTIONS)) {
    const value = values[name];
    if (value !== undefined) parameters.set(parameter, value === true ? '1' : String(value));
  }
  const { plan, problems } = planFromParameters(parameters);
  const [problem] = problems;
  if (problem) {
    const name = Object.entries(PLAN_OPTIONS).find(([, { parameter }]) => parameter === problem.parameter)?.[0];
    return `--${name ?? problem.parameter} "${problem.value}" ${problem.reason}.`;
  }
  if (plan.cache === 'cold')
    return '--cache cold needs a file that was prepared before a restart, which only the page can do.';
  return plan;
}

function declaredOf(values: Values): Declared | string {
  const given = Object.keys(DECLARED_OPTIONS).flatMap((name) =>
    values[name] === undefined ? [] : [[name, values[name]]],
  );
  const parsed = z.safeParse(Declaration, { device: processorName(), ...Object.fromEntries(given) });
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0] ?? '');
  const wanted = DECLARED_OPTIONS[name as DeclaredOption]?.help ?? '';
  return `--${name} "${String(values[name])}" cannot be published. Possible: ${wanted}.`;
}

function serviceOf(text: string): URL | null {
  const url = URL.parse(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}

const usage = (problem: string): Command => ({ kind: 'usage', problem });

/** What is asked for, from the words after the program's name. */
export function parseCommand(words: readonly string[]): Command {
  let values: Values;
  let positionals: string[];
  try {
    ({ values, positionals } = parseArgs({ args: [...words], options: parserOptions(), allowPositionals: true }));
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error));
  }
  if (values['help'] === true || positionals[0] === 'help') return { kind: 'help' };
  if (values['version'] === true) return { kind: 'version' };
  const [command, ...more] = positionals;
  if (command !== 'run')
    return usage(command === undefined ? 'Say what to do: run.' : `There is no command "${command}".`);
  if (more.length > 0) return usage(`"${more.join(' ')}" belongs to no option. Put a path with spaces in quotes.`);
  const { dir, publish, json } = values;
  if (typeof dir !== 'string' || dir === '') return usage('Say which folder to measure: --dir PATH.');
  const plan = planOfValues(values);
  if (typeof plan === 'string') return usage(plan);
  const writes = formatAmount(estimate(plan).bytesWrittenMax);
  if (plan.cache === 'deep' && values['yes'] !== true)
    return usage(`This plan writes up to ${writes}: agree with --yes.`);
  const declared = declaredOf(values);
  if (typeof declared === 'string') return usage(declared);
  const service = typeof publish === 'string' ? serviceOf(publish) : null;
  if (publish !== undefined && service === null)
    return usage(`--publish "${String(publish)}" is not an address such as https://example.org.`);
  return { kind: 'run', dir, plan, publish: service, json: typeof json === 'string' ? json : null, declared };
}
