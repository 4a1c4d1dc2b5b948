import { iostatParts, type RunRecord } from '@opfsmark/schema/families';
import { resolve } from 'node:path';
import { CORE_VERSION } from '../dist/core-info.mjs';
import { FolderProblem, formatAmount } from '../ts/node/folder-problem.ts';
import { runInFolder } from '../ts/node/run-in-folder.ts';
import { RunRefused } from '../ts/page/errors.ts';
import { ab } from './ab/ab.ts';
import { MEASURE, measureForParent } from './ab/measure.ts';
import {
  parseCommand,
  type CompareCommand,
  type DeleteCommand,
  type PublishCommand,
  type RunCommand,
} from './arguments.ts';
import { comparisonOf, readSide, type Side } from './compare.ts';
import { ProgressPrinter } from './progress.ts';
import {
  declarationOf,
  declare,
  deleteRun,
  forget,
  keep,
  keepAgain,
  type KeptUpload,
  type NextStep,
  permalinkOf,
  publish,
  readToPublish,
  requestTicket,
  type TicketAnswer,
  uploadOf,
  verifyFiles,
} from './publish.ts';
import { explain, fileTextOf, headOf, isWrongQuestion, leftoverLines, tableOf } from './report.ts';
import { completionFor } from './shells.ts';
import { agree, complain, exitCodeOf, fileProblem, stopOnSignals, write } from './terminal.ts';
import { DEFAULT_SERVICE, EXIT, helpText, PROGRAM } from './usage.ts';

/** The result in the form that was asked for. */
function save(path: string, record: RunRecord, declared: RunCommand['declared']): boolean {
  const text = fileTextOf(path, record, declared);
  if (text !== null) return write('--save', path, text);
  complain(`--save ${path} was not written: a result of ${record.family} has no such form.`);
  return false;
}

const sendLater = (path: string, options = '') => `Send it later: ${PROGRAM} publish ${path}${options}`;

/** Sends what is kept in `path`, which it deletes when the service has it; whether it has. */
async function send(kept: KeptUpload, path: string | null): Promise<boolean> {
  const { deletion_key, upload } = kept;
  const answer = await publish(kept);
  if (answer.kind === 'stored') {
    const { device, filesystem } = upload.declared;
    const { status, reasons } = answer.receipt;
    console.error(`Published as "${device}"${filesystem ? `, ${filesystem}` : ''}: ${answer.permalink}`);
    if (status !== 'published') console.error(`It is ${status}: ${reasons.join(', ')}.`);
    console.error(`Anyone who has this key can delete the result: ${deletion_key}`);
    console.error(`To delete it: ${PROGRAM} delete ${answer.permalink} ${deletion_key}`);
    if (path !== null && !forget(path)) console.error(`${path} could not be deleted, and is not needed any more.`);
    return true;
  }
  complain(`The result was not published. ${answer.why}`);
  console.error(adviceAfter(answer.next, kept, path));
  if (answer.next === 'nothing' && path !== null) forget(path);
  return false;
}

function adviceAfter(next: NextStep, { service, run_id, deletion_key }: KeptUpload, path: string | null): string {
  const permalink = permalinkOf(service, run_id);
  if (next === 'nothing') return 'Sending it again would not help.';
  if (next === 'delete')
    return (
      `An earlier attempt was stored with other words: ${permalink}. To change them, delete it first: ` +
      `${PROGRAM} delete ${permalink} ${deletion_key}`
    );
  if (path === null) return 'It could not be kept in a file either: use --json FILE.';
  return `It is kept in ${path}. ${sendLater(path, next === 'rename' ? ' --device NAME' : '')}`;
}

/** Said before anything is measured. */
function ticketWarning(service: URL, answer: TicketAnswer): string | null {
  switch (answer.kind) {
    case 'given':
      return null;
    case 'refused':
      return `${service.origin} gave no ticket: the result can be published, but will not be ranked.`;
    case 'unreachable':
      return (
        `${service.origin} does not answer. The run goes on; its result will not be ranked, and if it cannot be published ` +
        'afterwards either, it is kept in a file. Ctrl-C stops it.'
      );
    default:
      return answer satisfies never;
  }
}

/** Sends a result that lies in a file. */
async function publishFile({ file, service, declared: said }: PublishCommand): Promise<number> {
  const found = readToPublish(file);
  if (found.kind === 'problem') {
    complain(found.sentence);
    return EXIT.usage;
  }
  const declared = declare(found.kind === 'kept' ? found.kept.upload.declared : {}, said);
  if (!declared) {
    complain(`${file} does not say which computer was measured. Say it: --device NAME.`);
    return EXIT.usage;
  }
  if (found.kind === 'record') {
    const kept = uploadOf(service ?? new URL(DEFAULT_SERVICE), found.record, declared);
    return (await send(kept, keep(kept))) ? EXIT.done : EXIT.failed;
  }
  const { ticket, ...upload } = found.kept.upload;
  const origin = service?.origin ?? found.kept.service;
  // A ticket is one service's alone.
  const own = origin === found.kept.service ? ticket : undefined;
  const next = { ...found.kept, service: origin, upload: { ...upload, declared, ...(own && { ticket: own }) } };
  keepAgain(file, next);
  return (await send(next, file)) ? EXIT.done : EXIT.failed;
}

async function deletePublished({ service, runId, key }: DeleteCommand): Promise<number> {
  const { isDeleted, sentence } = await deleteRun(service, runId, key);
  if (isDeleted) console.log(sentence);
  else complain(sentence);
  return isDeleted ? EXIT.done : EXIT.failed;
}

/** A line that was not understood is said, and the rest is compared. */
async function compare({ files }: CompareCommand): Promise<number> {
  const sides: Side[] = [];
  for (const file of files) {
    const { side, sentences } = await readSide(file);
    for (const sentence of sentences) complain(`${file}: ${sentence}`);
    if (side) sides.push(side);
  }
  if (sides.length < files.length) return EXIT.usage;
  const { text, hasCommon } = comparisonOf(sides);
  console.log(text);
  if (hasCommon) return EXIT.done;
  complain('These results have no figure in common.');
  return EXIT.failed;
}

async function run(command: RunCommand): Promise<number> {
  const { dir, plan, json, isDirect } = command;
  const [unwritable] = [
    fileProblem('--json', json),
    ...command.saves.map((path) => fileProblem('--save', path)),
  ].filter((problem) => problem !== null);
  if (unwritable !== undefined) {
    complain(unwritable);
    return EXIT.usage;
  }
  const stop = new AbortController();
  const printer = new ProgressPrinter(process.stderr, plan, isDirect ? 'node-direct' : 'node');
  const { heard, leaveSaying } = stopOnSignals(stop, (text) => printer.say(text));
  const asked = command.publish && (await requestTicket(command.publish, plan));
  const warning = command.publish && asked && ticketWarning(command.publish, asked);
  if (warning !== null) printer.say(warning);
  let isClean = true;
  const record = await runInFolder({
    dir,
    plan,
    isDirect,
    agree: (bytes) => {
      const said = `Writes up to ${formatAmount(bytes)} to ${resolve(dir)}.`;
      return agree(said, bytes, { isAgreed: command.isAgreed, stop: stop.signal });
    },
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
  if (json !== null && json !== '-' && !write('--json', json, `${JSON.stringify(record)}\n`)) isClean = false;
  for (const path of command.saves) if (!save(path, record, command.declared)) isClean = false;
  if (record.failure) complain(explain(record.failure, resolve(dir)));

  const signal = heard();
  if (signal !== null) return exitCodeOf(signal);
  const measured = iostatParts(record.result).length > 0;
  if (!command.publish) return record.status === 'done' && isClean ? EXIT.done : EXIT.failed;
  if (!measured) {
    complain('Nothing was measured, so nothing was published.');
    return EXIT.failed;
  }
  const ticket = asked?.kind === 'given' ? asked.ticket : null;
  const kept = uploadOf(command.publish, record, declarationOf(command.declared, dir), ticket);
  // Before it is sent, so that neither a lost answer nor the end of this process loses it.
  const path = keep(kept);
  leaveSaying(path === null ? 'It may not have been published.' : `It is kept in ${path}. ${sendLater(path)}`);
  const sent = await send(kept, path);
  return record.status === 'done' && sent && isClean ? EXIT.done : EXIT.failed;
}

async function answer(words: readonly string[]): Promise<number> {
  const command = parseCommand(words);
  switch (command.kind) {
    case 'help':
      console.log(helpText(PROGRAM));
      return EXIT.done;
    case 'version':
      console.log(CORE_VERSION);
      return EXIT.done;
    case 'usage':
      complain(`${command.problem}\nSee ${PROGRAM} --help.`);
      return EXIT.usage;
    case 'run':
      return run(command);
    case 'publish':
      return publishFile(command);
    case 'delete':
      return deletePublished(command);
    case 'compare':
      return compare(command);
    case 'verify':
      return verifyFiles(command.files);
    case 'completion':
      console.log(completionFor(command.shell));
      return EXIT.done;
    case 'ab':
      return ab(command);
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
    else if (error instanceof RunRefused && error.reason === 'not_agreed') complain('Nothing was written.');
    else if (error instanceof RunRefused) complain(`This cannot be measured: ${error.message}.`);
    else console.error(error);
    return error instanceof FolderProblem && isWrongQuestion(error.code) ? EXIT.usage : EXIT.failed;
  }
}

export async function main(words: readonly string[]): Promise<void> {
  if (words[0] === MEASURE && process.send) return measureForParent();
  process.exitCode = await execute(words);
}
