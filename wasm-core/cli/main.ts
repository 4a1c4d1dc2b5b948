import { iostatParts, type RunRecord } from '@opfsmark/schema/families';
import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { CORE_VERSION } from '../dist/core-info.mjs';
import { codeOf, FolderProblem, formatAmount, reasonOf } from '../ts/node/folder-problem.ts';
import { runInFolder } from '../ts/node/run-in-folder.ts';
import { RunRefused } from '../ts/page/errors.ts';
import { ab } from './ab/ab.ts';
import { MEASURE, measureForParent } from './ab/measure.ts';
import { parseCommand, type RunCommand } from './arguments.ts';
import { capacity } from './capacity.ts';
import { declarationOf } from './drive-info.ts';
import { showDrive } from './drive.ts';
import { compareFiles, verifyFiles } from './files.ts';
import { complain, plainLines, print, tell } from './print.ts';
import { ProgressPrinter } from './progress.ts';
import {
  deletePublished,
  keep,
  publishFile,
  requestTicket,
  send,
  sendLater,
  ticketWarning,
  uploadOf,
} from './publish.ts';
import { explain, fileTextOf, headOf, isWrongQuestion, leftoverLines, tableOf } from './report.ts';
import { completionFor } from './shells.ts';
import { agree, exitCodeOf, fileProblem, Interrupted, stopOnSignals, write } from './terminal.ts';
import { EXIT, helpText, isCommand, PROGRAM } from './usage.ts';

/** The result in the form that was asked for. */
function save(path: string, record: RunRecord, declaration: RunCommand['declared']): boolean {
  const text = fileTextOf(path, record, declaration);
  if (text !== null) return write('--save', path, text);
  complain(`--save ${path} was not written: a result of ${record.family} has no such form.`);
  return false;
}

async function run(command: RunCommand): Promise<number> {
  const { dir, plan, json, isDirect } = command;
  const [outputProblem] = [
    fileProblem('--json', json),
    ...command.saves.map((path) => fileProblem('--save', path)),
  ].filter((problem) => problem !== null);
  if (outputProblem !== undefined) {
    complain(outputProblem);
    return EXIT.usage;
  }
  const stop = new AbortController();
  const printer = new ProgressPrinter(process.stderr, plan, isDirect ? 'node-direct' : 'node');
  const { heard, leaveSaying } = stopOnSignals(stop, (text) => printer.say(text));
  const ticketAnswer = command.publish && (await requestTicket(command.publish, plan));
  const warning = command.publish && ticketAnswer && ticketWarning(command.publish, ticketAnswer);
  if (warning !== null) printer.say(warning);
  let isClean = true;
  let writtenBytes = 0;
  const record = await runInFolder({
    dir,
    plan,
    isDirect,
    agree: (bytes) => {
      const sentence = `Writes up to ${formatAmount(bytes)} to ${resolve(dir)}.`;
      return agree(sentence, bytes, { isAgreed: command.isAgreed, stop: stop.signal });
    },
    signal: stop.signal,
    onEvent: (event) => {
      if (event.type === 'progress') writtenBytes = event.progress.bytesWritten;
      printer.show(event);
    },
    onLeftovers: (leftovers) => leftoverLines(leftovers).forEach((line) => printer.say(line)),
    onLeftBehind: (problem) => {
      isClean = false;
      printer.say(`opfsmark: ${problem.message}`);
    },
  }).finally(() => printer.clear());

  if (json === '-') process.stdout.write(`${plainLines(JSON.stringify(record))}\n`);
  else print(`${headOf(record, resolve(dir))}\n\n${tableOf(record)}`);
  if (json !== null && json !== '-' && !write('--json', json, `${JSON.stringify(record)}\n`)) isClean = false;
  for (const path of command.saves) if (!save(path, record, command.declared)) isClean = false;
  if (record.failure) complain(explain(record.failure, resolve(dir), writtenBytes));

  const signal = heard();
  if (signal !== null) return exitCodeOf(signal);
  const isMeasured = iostatParts(record.result).length > 0;
  if (!command.publish) return record.status === 'done' && isClean ? EXIT.done : EXIT.failed;
  if (!isMeasured) {
    complain('Nothing was measured, so nothing was published.');
    return EXIT.failed;
  }
  const ticket = ticketAnswer?.kind === 'given' ? ticketAnswer.ticket : null;
  const upload = uploadOf(command.publish, record, declarationOf(command.declared, dir), ticket);
  // Before it is sent, so that neither a lost answer nor the end of this process loses it.
  const path = keep(upload);
  leaveSaying(path === null ? 'It may not have been published.' : `It is kept in ${path}. ${sendLater(path)}`);
  const isSent = await send(upload, path);
  return record.status === 'done' && isSent && isClean ? EXIT.done : EXIT.failed;
}

async function answer(words: readonly string[]): Promise<number> {
  const command = parseCommand(words);
  switch (command.kind) {
    case 'help':
      // Some terminals do not tell their width, and say 0.
      print(helpText(PROGRAM, command.command, process.stdout.columns || undefined));
      return EXIT.done;
    case 'version':
      print(CORE_VERSION);
      return EXIT.done;
    case 'usage':
      complain(command.problem);
      tell(`See ${PROGRAM} ${isCommand(words[0]) ? `${words[0]} ` : ''}--help.`);
      return EXIT.usage;
    case 'run':
      return run(command);
    case 'publish':
      return publishFile(command);
    case 'delete':
      return deletePublished(command);
    case 'compare':
      return compareFiles(command.files);
    case 'verify':
      return verifyFiles(command.files);
    case 'completion':
      print(completionFor(command.shell));
      return EXIT.done;
    case 'ab':
      return ab(command);
    case 'drive':
      return showDrive(command);
    case 'capacity':
      return capacity(command);
    case 'store':
      return (await import('./store.ts')).store(command);
    default:
      return command satisfies never;
  }
}

/** Does what is asked, and says what became of it; what the process is to end with. */
export async function execute(words: readonly string[]): Promise<number> {
  try {
    return await answer(words);
  } catch (error) {
    if (error instanceof FolderProblem) complain(error.message);
    else if (error instanceof Interrupted || (error instanceof RunRefused && error.reason === 'not_agreed'))
      complain('Nothing was written.');
    else if (error instanceof RunRefused) complain(`This cannot be measured: ${error.message}.`);
    else tell(inspect(error));
    if (error instanceof Interrupted) return exitCodeOf(error.signal);
    return error instanceof FolderProblem && isWrongQuestion(error.code) ? EXIT.usage : EXIT.failed;
  }
}

export async function main(words: readonly string[]): Promise<void> {
  if (words[0] === MEASURE && process.send) return measureForParent();
  process.stdout.on('error', (error) => {
    // A reader that has seen enough.
    if (codeOf(error) === 'EPIPE' || process.exitCode !== undefined) return;
    complain(`Standard output could not be written: ${reasonOf(error)}.`);
    process.exitCode = EXIT.failed;
  });
  const code = await execute(words);
  if (code !== EXIT.done) process.exitCode = code;
}
