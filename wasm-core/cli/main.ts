import { iostatParts, type RunRecord } from '@opfsmark/schema/families';
import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import { constants as osConstants } from 'node:os';
import { dirname, resolve } from 'node:path';
import { CORE_VERSION } from '../dist/core-info.mjs';
import { codeOf, FolderProblem, reasonOf } from '../ts/node/folder-problem.ts';
import { runInFolder } from '../ts/node/run-in-folder.ts';
import { RunRefused } from '../ts/page/errors.ts';
import { parseCommand, USAGE, type RunCommand } from './arguments.ts';
import { declarationOf } from './declare.ts';
import { explain, isWrongQuestion, leftoverLines } from './explain.ts';
import { ProgressPrinter } from './progress.ts';
import { newDeletionKey, publish, requestTicket } from './publish.ts';
import { headOf, tableOf } from './report.ts';

const EXIT = { done: 0, failed: 1, usage: 2 } as const;
type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';
const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const complain = (sentence: string) => console.error(`opfsmark: ${sentence}`);

/** As shells count: 130 for Ctrl-C. */
const exitCodeOf = (signal: Signal) => 128 + osConstants.signals[signal];

/** The first signal asks the run to stop, the second ends the process; files are deleted in both cases. */
function stopOnSignals(stop: AbortController): { readonly heard: () => Signal | null } {
  let first: Signal | null = null;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (first !== null) process.exit(exitCodeOf(signal));
      first = signal;
      stop.abort();
    });
  }
  // The reader of standard output is gone.
  process.stdout.on('error', (error) => {
    if (codeOf(error) !== 'EPIPE') throw error;
    first ??= 'SIGTERM';
    stop.abort();
  });
  return { heard: () => first };
}

/** Why a record cannot be written to this path: found before minutes are spent on it. */
function jsonProblem(path: string | null): string | null {
  if (path === null || path === '-') return null;
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return `--json ${path} is a folder.`;
    accessSync(dirname(resolve(path)), constants.W_OK);
    return null;
  } catch (error) {
    return `--json ${path} cannot be written: ${reasonOf(error)}.`;
  }
}

async function send(
  command: RunCommand,
  service: URL,
  record: RunRecord,
  ticket: Awaited<ReturnType<typeof requestTicket>>,
) {
  const declared = declarationOf(command.declared, command.dir);
  const deletionKey = newDeletionKey();
  // Before it is sent, so that a lost answer does not lose it.
  console.error(`Anyone who has this key can delete the result: ${deletionKey}`);
  const answer = await publish(service, record, declared, ticket, deletionKey);
  if (!answer.ok) {
    complain(`The result was not published. ${answer.why}`);
    return false;
  }
  const { receipt, permalink } = answer;
  console.error(
    `Published as "${declared.device}"${declared.filesystem ? `, ${declared.filesystem}` : ''}: ${permalink}`,
  );
  if (receipt.status !== 'published') console.error(`It is ${receipt.status}: ${receipt.reasons.join(', ')}.`);
  return true;
}

async function run(command: RunCommand): Promise<number> {
  const { dir, plan, json, isDirect } = command;
  const unwritable = jsonProblem(json);
  if (unwritable !== null) {
    complain(unwritable);
    return EXIT.usage;
  }
  const stop = new AbortController();
  const { heard } = stopOnSignals(stop);
  const printer = new ProgressPrinter(process.stderr, plan, isDirect ? 'node-direct' : 'node');
  const ticket = command.publish && (await requestTicket(command.publish, plan));
  if (command.publish && !ticket) {
    printer.say(`${command.publish.origin} gave no ticket: the result can be published, but will not be ranked.`);
  }
  let isClean = true;
  const record = await runInFolder({
    dir,
    plan,
    isDirect,
    signal: stop.signal,
    onEvent: (event) => printer.show(event),
    onLeftovers: (found) => leftoverLines(found).forEach((line) => printer.say(line)),
    onLeftBehind: (problem) => {
      isClean = false;
      printer.say(`opfsmark: ${problem.message}`);
    },
  }).finally(() => printer.clear());

  if (json === '-') process.stdout.write(`${JSON.stringify(record)}\n`);
  else console.log(`${headOf(record, resolve(dir))}\n\n${tableOf(record)}`);
  if (json !== null && json !== '-') writeFileSync(json, `${JSON.stringify(record)}\n`);
  if (record.failure) complain(explain(record.failure, resolve(dir)));

  const signal = heard();
  if (signal !== null) return exitCodeOf(signal);
  const measured = iostatParts(record.result).length > 0;
  const sent = command.publish && measured ? await send(command, command.publish, record, ticket) : true;
  return record.status === 'done' && sent && isClean ? EXIT.done : EXIT.failed;
}

async function execute(words: readonly string[]): Promise<number> {
  const command = parseCommand(words);
  switch (command.kind) {
    case 'help':
      console.log(USAGE);
      return EXIT.done;
    case 'version':
      console.log(CORE_VERSION);
      return EXIT.done;
    case 'usage':
      complain(`${command.problem}\nSee npm run cli -- --help.`);
      return EXIT.usage;
    case 'run':
      return run(command);
    default:
      return command satisfies never;
  }
}

/** Runs the command; what it ends with is the process's exit code. */
export async function main(words: readonly string[]): Promise<void> {
  try {
    process.exitCode = await execute(words);
  } catch (error) {
    if (error instanceof FolderProblem) complain(error.message);
    else if (error instanceof RunRefused) complain(`This cannot be measured: ${error.message}.`);
    else console.error(error);
    process.exitCode = error instanceof FolderProblem && isWrongQuestion(error.code) ? EXIT.usage : EXIT.failed;
  }
}
