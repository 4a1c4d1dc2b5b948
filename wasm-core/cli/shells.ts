import {
  ABOUT,
  commandNames,
  commandOf,
  optionsOf,
  sectionsOf,
  SIGNALS_ABOUT,
  type CommandName,
  type Option,
  type SHELLS,
} from './usage.ts';

type Shell = (typeof SHELLS)[number];

/** Text between single quotes, which hold no other. */
const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A word of a list that a shell reads. */
const escapeSpaces = (word: string) => word.replaceAll(' ', String.raw`\ `);

/** Up to its first sentence or semicolon: a list has one line for it. */
const gist = (text: string) => (/^[^;:.(]+/.exec(text)?.[0] ?? text).trim();

/** Every option of a command that takes something else than a file, by its name: the same name means the same in each. */
function valuedOptions(): [name: string, option: Option][] {
  const options = new Map(commandNames.flatMap((name) => [...optionsOf(name)]));
  return [...options].filter(([, { values, isFolder }]) => values !== undefined || isFolder);
}

const flags = (name: CommandName) => [...optionsOf(name).keys()].map((option) => `--${option}`).join(' ');

function bash(): string {
  const values = valuedOptions().map(([name, option]) => {
    // A line each, because some have spaces; the shell quotes them when it writes them.
    const words = option.values ? `-W $'${option.values.join(String.raw`\n`)}'` : '-d';
    return `    --${name}) IFS=$'\\n'; _opfsmark_offer ${words} -- "$word"; return ;;`;
  });
  const commands = commandNames.map((name) => {
    const { words } = commandOf(name);
    const wordList = words === undefined ? '-f' : `-W '${words.join(' ')}'`;
    return `    ${name}) options='${flags(name)}'; own=(${wordList}) ;;`;
  });
  return [
    // macOS has bash 3.2, which knows no mapfile.
    '_opfsmark_offer() {',
    '  local line; COMPREPLY=()',
    '  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$@")',
    '}',
    '_opfsmark() {',
    '  local word=${COMP_WORDS[COMP_CWORD]} options own=(-f) IFS=$IFS',
    '  case ${COMP_WORDS[COMP_CWORD - 1]} in',
    ...values,
    '  esac',
    '  if ((COMP_CWORD == 1)); then',
    `    _opfsmark_offer -W '${commandNames.join(' ')} --help --version' -- "$word"`,
    '    return',
    '  fi',
    '  case ${COMP_WORDS[1]} in',
    ...commands,
    '  esac',
    '  if [[ $word == -* ]]; then _opfsmark_offer -W "$options" -- "$word"',
    '  else _opfsmark_offer "${own[@]}" -- "$word"; fi',
    '}',
    'complete -o filenames -F _opfsmark opfsmark',
  ].join('\n');
}

function zsh(): string {
  /** Brackets and colons part what _arguments reads. */
  const escapeBrackets = (text: string) => text.replace(/[[\]:]/g, String.raw`\$&`);
  const argument = ([name, { argument: word, help, values, isFolder, repeats }]: [string, Option]) => {
    const action = values ? `(${values.map(escapeSpaces).join(' ')})` : isFolder ? '_files -/' : '_files';
    const takes = word === '' ? '' : `:${word}:${action}`;
    return quote(`${repeats ? '*' : ''}--${name}[${escapeBrackets(gist(help))}]${takes}`);
  };
  const commands = commandNames.map((name) => {
    const { words } = commandOf(name);
    const wordSpecs =
      words === undefined ? [quote('*:file:_files')] : words.length > 0 ? [quote(`1:word:(${words.join(' ')})`)] : [];
    return `    ${name}) _arguments ${[...Array.from(optionsOf(name), argument), ...wordSpecs].join(' ')} ;;`;
  });
  return [
    '#compdef opfsmark',
    '_opfsmark() {',
    '  if ((CURRENT == 2)); then',
    `    local -a commands=(${commandNames.map((name) => quote(`${name}:${gist(commandOf(name).about)}`)).join(' ')})`,
    "    _describe 'command' commands",
    '    return',
    '  fi',
    '  local command=${words[2]}',
    '  shift words',
    '  ((CURRENT--))',
    '  case $command in',
    ...commands,
    '  esac',
    '}',
    'compdef _opfsmark opfsmark',
  ].join('\n');
}

function fish(): string {
  const options = commandNames.flatMap((name) =>
    Array.from(optionsOf(name), ([option, { argument, help, values, isFolder }]) => {
      const action = values
        ? ` -x -a ${quote(values.map(escapeSpaces).join(' '))}`
        : isFolder
          ? " -x -a '(__fish_complete_directories)'"
          : argument === ''
            ? ''
            : ' -r -F';
      return `complete -c opfsmark -n '__fish_seen_subcommand_from ${name}' -l ${option} -d ${quote(gist(help))}${action}`;
    }),
  );
  const words = commandNames.flatMap((name) => {
    const commandWords = commandOf(name).words;
    const condition = `complete -c opfsmark -n '__fish_seen_subcommand_from ${name}'`;
    return commandWords === undefined
      ? [`${condition} -F`]
      : commandWords.length > 0
        ? [`${condition} -a ${quote(commandWords.join(' '))}`]
        : [];
  });
  return [
    'complete -c opfsmark -f',
    ...commandNames.map(
      (name) => `complete -c opfsmark -n '__fish_use_subcommand' -a ${name} -d ${quote(gist(commandOf(name).about))}`,
    ),
    ...options,
    ...words,
  ].join('\n');
}

const SCRIPTS: Readonly<Record<Shell, () => string>> = { bash, zsh, fish };

/** A script for the startup file of a shell. */
export const completionFor = (shell: Shell): string => SCRIPTS[shell]();

/** A line of troff that shows these words and does nothing else. */
function line(text: string): string {
  const escapedText = text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replace(/[^\0-\x7f]/gu, (letter) => `\\[u${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`);
  return /^[.']/.test(escapedText) ? String.raw`\&${escapedText}` : escapedText;
}

/** The manual page, as man(7) writes them: what `--help` says, once more. */
export function manPage(program: string, version: string): string {
  const sections = sectionsOf(program).flatMap(({ title, entries }) => [
    `.SH ${title === 'Exit codes' ? 'EXIT STATUS' : `"${line(title.toUpperCase())}"`}`,
    ...entries.flatMap(({ term, text }) => ['.TP', String.raw`.B ${line(term)}`, line(text)]),
  ]);
  return [
    `.TH ${program.toUpperCase()} 1 "" "${program} ${line(version)}"`,
    '.SH NAME',
    String.raw`${program} \- measures how fast a drive is`,
    '.SH SYNOPSIS',
    `.B ${program}`,
    '.I command',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    line(ABOUT),
    '.PP',
    line(SIGNALS_ABOUT),
    ...sections,
    '',
  ].join('\n');
}
