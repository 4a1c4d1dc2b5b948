import english from '@opfsmark/schema/answer/words/en';
import { MIN_TESTED_BYTES } from '@opfsmark/schema/capacity';
import { FILESYSTEMS, formatBytes, INTERFACES, type Declaration } from '@opfsmark/schema/documents';
import { DEFAULT_FAMILY } from '@opfsmark/schema/families';
import { FORMS, type Form } from '@opfsmark/schema/report';
import { NODE_FAMILIES } from '../ts/node/families.ts';
import { AB_OPTIONS } from './ab-arguments.ts';
import { ALL_PLAN_OPTIONS, planOptionsOf } from './families.ts';

/** How this program is called; its sources are a script of npm. */
export const PROGRAM = import.meta.url.endsWith('.ts') ? 'npm run cli --' : 'opfsmark';

/** Where `npm start` listens. */
export const DEFAULT_SERVICE = 'http://localhost:8787';

/** Has a deletion key, which the words of a command show to everybody on the computer. */
export const KEY_VARIABLE = 'OPFSMARK_DELETION_KEY';

export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

const EXIT_CODES: readonly Entry[] = [
  { term: `${EXIT.done}`, text: 'all was done' },
  {
    term: `${EXIT.failed}`,
    text: 'something failed, or the answer is no: B of ab is worse, capacity has not shown that a drive is sound, store has seen a loss, verify a result that no service takes; what was measured before is kept',
  },
  { term: `${EXIT.usage}`, text: 'wrong options, or a file or folder that is not what it should be' },
  { term: '130', text: 'interrupted by Ctrl-C; by another signal 128 and its number, such as 143' },
];

/** The values of an option; the parser, the help, the manual page and the completion of shells read it here. */
export interface Option {
  /** '': a switch. */
  readonly argument: string;
  readonly help: string;
  readonly values?: readonly string[];
  readonly repeats?: true;
  readonly isFolder?: true;
}
type Options = Readonly<Record<string, Option>>;

/** There is no browser whose profile could have been moved. */
export type DeclaredOption = Exclude<keyof Declaration, 'profile_moved'>;

export const DECLARED_OPTIONS: Readonly<Record<DeclaredOption, Option>> = {
  device: { argument: 'NAME', help: 'name of the computer (default: its processor)' },
  drive: { argument: 'NAME', help: 'model of the drive (Linux: detected)' },
  interface: { argument: 'NAME', help: INTERFACES.join(', '), values: INTERFACES },
  filesystem: { argument: 'NAME', help: `${FILESYSTEMS.join(', ')} (Linux: detected)`, values: FILESYSTEMS },
  note: { argument: 'TEXT', help: 'up to 280 characters' },
};

const SERVICE: Options = {
  service: {
    argument: 'URL',
    help: `where the result is to be, or is, published (${DEFAULT_SERVICE}, unless the file or the address says it)`,
  },
};

const KEY: Options = {
  key: {
    argument: 'FILE',
    help: 'signs the result with a private key of Ed25519 (PEM): a service where its public key is registered counts it as confirmed',
  },
};

const FAMILY: Option = {
  argument: 'NAME',
  help: `which test: ${NODE_FAMILIES.join(', ')} (${DEFAULT_FAMILY})`,
  values: NODE_FAMILIES,
};

const RUN_OPTIONS: Options = {
  dir: {
    argument: 'PATH',
    help: 'the folder; all files lie in one folder that is created in it and removed',
    isFolder: true,
  },
  family: FAMILY,
  direct: {
    argument: '',
    help: 'past the page cache, so that every call ends on the drive: O_DIRECT on Linux, unbuffered files on Windows (tried in Wine alone). Such results have boards of their own. Refused where the file system has none; Btrfs with checksums only measures reads (--directions read)',
  },
  publish: {
    argument: 'URL',
    help: 'sends the result to the service there; without it, nothing is sent. Where that fails, the result is kept in a file',
  },
  json: { argument: 'FILE', help: 'writes the record to a file; -: to standard output' },
  save: {
    argument: 'FILE',
    help: 'writes the result to a file in the form of its ending; may be given more than once',
    repeats: true,
  },
  yes: { argument: '', help: 'at a terminal, does not ask before a test that may write more than 4 GB' },
};

const DRIVE_OPTIONS: Options = {
  dir: { argument: 'PATH', help: 'a folder on the drive', isFolder: true },
};

const CAPACITY_OPTIONS: Options = {
  ...DRIVE_OPTIONS,
  quick: { argument: '', help: 'a minute or two: writes and reads some places, not everything' },
  size: {
    argument: 'BYTES',
    help: `writes so much at the most, ${formatBytes(MIN_TESTED_BYTES)} or more (all that is free)`,
  },
  json: { argument: 'FILE', help: 'writes the verdict to a file; -: to standard output' },
  yes: { argument: '', help: 'does not ask' },
  'system-drive': {
    argument: '',
    help: 'fills the drive of the system or of your files, too, all but 1 GB: a drive that was pulled out may leave an empty folder there',
  },
  discard: { argument: '', help: 'deletes what an unfinished test has left, and ends' },
};

/** `--help` comes last, so that a list of problems does not begin with it. */
const COMMON_OPTIONS: Options = {
  version: { argument: '', help: 'prints the version' },
  help: { argument: '', help: 'prints this; after a command, what belongs to it' },
};

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

interface Command {
  /** The words after its name. */
  readonly synopsis: string;
  readonly about: string;
  readonly options: Options;
  /** The words that may follow it. Default: files. */
  readonly words?: readonly string[];
}

const STORE_OPTIONS: Options = {
  several: { argument: 'N', help: 'how often several workers use it at once, each time in a fresh store (30)' },
  browser: { argument: 'PATH', help: 'a Chromium, Chrome or Edge (the one that is installed)' },
  json: { argument: 'FILE', help: 'writes the record to a file; -: to standard output' },
  badge: { argument: 'FILE', help: 'writes what an endpoint badge of shields.io reads' },
};

const COMMANDS = {
  run: {
    synopsis: '--dir PATH [options]',
    about: 'measures the drive that a folder lies on',
    options: { ...RUN_OPTIONS, ...Object.fromEntries(ALL_PLAN_OPTIONS), ...DECLARED_OPTIONS },
    words: [],
  },
  ab: {
    synopsis: 'A B [options]',
    about: 'measures two folders, adapters of stores, commands or browsers in turn, and says which is faster',
    options: { family: FAMILY, ...Object.fromEntries(ALL_PLAN_OPTIONS), ...AB_OPTIONS },
  },
  capacity: {
    synopsis: '--dir PATH [options]',
    about: 'says whether a drive is as large as it says: fills what is free, reads it back, and deletes it',
    options: CAPACITY_OPTIONS,
    words: [],
  },
  drive: {
    synopsis: '--dir PATH',
    about:
      'says which drive a folder is on: model, size, bus, filesystem. Nothing is sent, and no serial number is read',
    options: DRIVE_OPTIONS,
    words: [],
  },
  store: {
    synopsis: 'MODULE [options]',
    about:
      'measures a store of your own in a browser: a module that exports openStore(name), alone, when its worker is ended, and with 2, 4 and 8 workers at once',
    options: STORE_OPTIONS,
  },
  compare: {
    synopsis: 'A B ...',
    about:
      'lays results beside each other: files of --json, and what other tools saved: texts of CrystalDiskMark, AmorphousDiskMark and KDiskMark, JSON of fio. -: standard input',
    options: {},
  },
  publish: {
    synopsis: 'FILE [options]',
    about: 'sends a result later: a file of --json, or one that a run has kept because it could not be published',
    options: { ...SERVICE, ...KEY, ...DECLARED_OPTIONS },
  },
  verify: {
    synopsis: 'FILE ...',
    about: 'checks results as a service does before it takes one, and says what is wrong. Nothing is sent',
    options: {},
  },
  delete: {
    synopsis: 'ID [KEY] [options]',
    about: `deletes a published result by its deletion key; ID may be its address. While it runs, others on this computer see KEY: give - to have it read from standard input, or leave it out and set ${KEY_VARIABLE}`,
    options: SERVICE,
    words: [],
  },
  completion: {
    synopsis: SHELLS.join('|'),
    about: 'prints what makes a shell complete these commands, for its startup file',
    options: {},
    words: SHELLS,
  },
} as const satisfies Readonly<Record<string, Command>>;
export type CommandName = keyof typeof COMMANDS;

export const commandNames = Object.keys(COMMANDS) as CommandName[];
export const commandOf = (name: CommandName): Command => COMMANDS[name];

export const isCommand = (word: string | undefined): word is CommandName => commandNames.some((name) => name === word);

/** "run, compare or delete" */
export const commandList = `${commandNames.slice(0, -1).join(', ')} or ${commandNames.at(-1) ?? ''}`;

/** All options that go with a command; without one, those of `run`, so that the words after them are not taken for options. */
export function optionsOf(command: string | undefined): ReadonlyMap<string, Option> {
  const name = isCommand(command) ? command : 'run';
  return new Map(Object.entries({ ...commandOf(name).options, ...COMMON_OPTIONS }));
}

interface Entry {
  readonly term: string;
  readonly text: string;
}

interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
  /** The commands whose own help has it. Default: every command. */
  readonly of?: readonly CommandName[];
}

const FORM_ENTRIES = Object.values<Form>(FORMS).map(({ extension, about }): Entry => ({
  term: `.${extension}`,
  text: about,
}));

const entriesOf = (options: Iterable<readonly [name: string, option: Option]>): Entry[] =>
  Array.from(options, ([name, { argument, help }]) => ({ term: `--${name} ${argument}`.trim(), text: help }));

export const ABOUT = 'Measures the drive that a folder lies on, with the tests of the page, under Node.js.';
export const SIGNALS_ABOUT =
  'The first Ctrl-C stops a run, which waits for the drive and deletes its files; the second ends it at once.';

/** The sections on every command: help and manual page show the same. */
export function sectionsOf(program: string): Section[] {
  const commands = commandNames.map((name): Entry => {
    const { synopsis, about } = commandOf(name);
    return { term: `${program} ${name} ${synopsis}`, text: about };
  });
  return [
    { title: 'Commands', of: [], entries: commands },
    { title: 'Options of run', of: ['run'], entries: entriesOf(Object.entries(RUN_OPTIONS)) },
    { title: 'Options of drive', of: ['drive'], entries: entriesOf(Object.entries(DRIVE_OPTIONS)) },
    { title: 'Options of capacity', of: ['capacity'], entries: entriesOf(Object.entries(CAPACITY_OPTIONS)) },
    { title: 'Endings of a file of --save', of: ['run'], entries: FORM_ENTRIES },
    {
      title: 'Options of ab, beside those of a plan (--threshold and --until are these here)',
      of: ['ab'],
      entries: entriesOf(Object.entries({ family: FAMILY, ...AB_OPTIONS })),
    },
    ...NODE_FAMILIES.map((id): Section => ({
      title: `With --family ${id} (${english.families[id].question})`,
      of: ['run', 'ab'],
      entries: entriesOf(planOptionsOf(id)),
    })),
    {
      title: 'Published with the result (run, publish)',
      of: ['run', 'publish'],
      entries: entriesOf(Object.entries(DECLARED_OPTIONS)),
    },
    { title: 'Options of publish', of: ['publish'], entries: entriesOf(Object.entries(KEY)) },
    {
      title: 'Options of publish and delete',
      of: ['publish', 'delete'],
      entries: entriesOf(Object.entries(SERVICE)),
    },
    { title: 'Options of store', of: ['store'], entries: entriesOf(Object.entries(STORE_OPTIONS)) },
    { title: 'Options of every command', entries: entriesOf(Object.entries(COMMON_OPTIONS)) },
    { title: 'Exit codes', entries: EXIT_CODES },
  ];
}

/** No wider than this, and no narrower than the other: words would stand alone. */
const [WIDEST, NARROWEST] = [110, 50];
const COLUMN = 24;

/** Words in lines, each after the first behind an indent. */
function wrappedText(text: string, indent: string, width: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && indent.length + line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join(`\n${indent}`);
}

function entryText({ term, text }: Entry, width: number): string {
  const indent = ' '.repeat(COLUMN);
  const head = `  ${term}`;
  const lead = head.length < COLUMN ? head.padEnd(COLUMN) : `${head}\n${indent}`;
  return `${lead}${wrappedText(text, indent, width)}`;
}

const sectionText = ({ title, entries }: Section, width: number) =>
  [wrappedText(`${title}:`, '', width), ...entries.map((entry) => entryText(entry, width))].join('\n');

/** The text of `--help`, after a command or alone, for a terminal of so many columns. */
export function helpText(program: string, command: CommandName | null = null, columns = WIDEST): string {
  const width = Math.max(NARROWEST, Math.min(WIDEST, columns));
  const sections = sectionsOf(program);
  const whole = (text: string) => wrappedText(text, '', width);
  const texts = (some: readonly Section[]) => some.map((section) => sectionText(section, width));
  if (command === null) return [whole(ABOUT), ...texts(sections), whole(SIGNALS_ABOUT)].join('\n\n');
  const { synopsis, about } = commandOf(command);
  const ownSections = sections.filter(({ of }) => of === undefined || of.includes(command));
  return [
    `${program} ${command} ${synopsis}`,
    whole(`${about.charAt(0).toUpperCase()}${about.slice(1)}.`),
    ...texts(ownSections),
    ...(command === 'run' || command === 'ab' ? [whole(SIGNALS_ABOUT)] : []),
  ].join('\n\n');
}
