import { Declaration, FILESYSTEMS, INTERFACES, type Declaration as Declared } from '@opfsmark/schema/documents';
import { estimate } from '@opfsmark/schema/families';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { formatAmount } from '../ts/node/amount.ts';
import { NODE_FAMILIES, type NodeFamilyId, type NodePlan } from '../ts/node/families.ts';
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
  readonly isDirect: boolean;
  /** What was said about the machine. */
  readonly declared: Declared;
}

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'usage'; readonly problem: string }
  | RunCommand;

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

const ABOUT: Readonly<Record<NodeFamilyId, string>> = {
  matrix: 'rows of blocks and queue depths, as the page has them',
  stutter: 'small reads and writes at the same time: how long stalls last',
  'block-sweep': 'every block size at one queue depth',
  'queue-sweep': 'every queue depth at one block size',
  durability: 'the same writes with no flush, one flush, a flush after each',
  sustained: 'writes until the speed falls or the budget is used up',
};

function lines(options: Iterable<readonly [name: string, line: Line]>): string {
  return Array.from(options, ([name, { argument, help }]) => `  ${`--${name} ${argument}`.padEnd(22)}${help}`).join(
    '\n',
  );
}

const families = NODE_FAMILIES.map((id) => `--family ${id}: ${ABOUT[id]}\n${lines(planOptionsOf(id))}`).join('\n\n');

export const USAGE = `Measures the drive that a folder lies on, with the tests of the page, under Node.js.

  npm run cli -- run --dir PATH [options]

  --dir PATH            the folder; all files lie in one folder that is created in it and removed
  --family NAME         which test: ${NODE_FAMILIES.join(', ')} (matrix)
  --direct              past the page cache, so that every call ends on the drive: O_DIRECT on Linux, unbuffered
                        files on Windows (not tried there). Such results have boards of their own
  --publish URL         sends the result to the service there; without it, nothing is sent
  --json FILE           writes the record to a file; -: to standard output
  --yes                 agrees to what --cache deep and --family sustained write
  --help, --version

${families}

Published with the result:
${lines(Object.entries(DECLARED_OPTIONS))}

Exit codes: 0 all was measured, 1 something failed, 2 wrong options, 130 interrupted.`;

function parserOptions() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const own = [...ALL_PLAN_OPTIONS].map(([name, { isFlag }]) => [name, isFlag ? flag : text] as const);
  const declared = Object.keys(DECLARED_OPTIONS).map((name) => [name, text] as const);
  const rest = {
    dir: text,
    family: text,
    publish: text,
    json: text,
    yes: flag,
    direct: flag,
    help: { ...flag, short: 'h' },
    version: flag,
  } as const;
  return { ...Object.fromEntries([...own, ...declared]), ...rest };
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

const DIRECT_WITH_CACHE =
  'Leave out --cache or --direct: direct reads go past the page cache, so that it need not be emptied or outgrown.';

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

/** The command in the words after the program's name. */
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
  const isDirect = values['direct'] === true;
  if (isDirect && values['cache'] !== undefined && values['cache'] !== 'as-is') return usage(DIRECT_WITH_CACHE);
  const asked = planIn(values);
  if (typeof asked === 'string') return usage(asked);
  const plan = isDirect ? (cliFamilyOf(asked).withoutCache(asked) as NodePlan) : asked;
  const writes = formatAmount(estimate(plan).bytesWrittenMax);
  if (cliFamilyOf(plan).writesALot(plan) && values['yes'] !== true)
    return usage(`This test writes up to ${writes}. Confirm the amount with --yes.`);
  const declared = declaredOf(values);
  if (typeof declared === 'string') return usage(declared);
  const service = typeof publish === 'string' ? serviceOf(publish) : null;
  if (publish !== undefined && service === null)
    return usage(`--publish "${String(publish)}" is not an address such as https://example.org.`);
  return { kind: 'run', dir, plan, publish: service, json: typeof json === 'string' ? json : null, isDirect, declared };
}
