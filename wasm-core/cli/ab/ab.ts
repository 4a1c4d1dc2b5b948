import { resolve } from 'node:path';
import { CORE_VERSION } from '../../dist/core-info.mjs';
import { FolderProblem, formatAmount } from '../../ts/node/folder-problem.ts';
import { RunRefused } from '../../ts/page/errors.ts';
import type { AbCommand } from '../ab-arguments.ts';
import {
  agree,
  exitCodeOf,
  fileProblem,
  StatusLine,
  stopOnSignals,
  write,
  type Signal,
  type Terminal,
} from '../terminal.ts';
import { complain, plainLines, print, tell } from '../print.ts';
import { EXIT } from '../usage.ts';
import {
  compareBlocks,
  measureBlocks,
  widestReach,
  type Comparison,
  type Measurement,
  type SideName,
} from './blocks.ts';
import { ownFoldersIn, subjectOf, type Subject } from './subject.ts';
import {
  badgeText,
  courseText,
  historyLine,
  markdownText,
  noBlockText,
  resultJson,
  sentenceOf,
  terminalText,
} from './words.ts';

/** Shows where a comparison is: on a terminal in one line that is overwritten, elsewhere a line for each block. */
class AbProgress extends StatusLine {
  readonly #maxBlocks: number;
  #reachText = '';

  constructor(to: Terminal, maxBlocks: number) {
    super(to);
    this.#maxBlocks = maxBlocks;
  }

  /** `block` 0 is the warm-up. */
  show(block: number, side: SideName, fraction: number): void {
    if (!this.isTerminal) return;
    const where = block === 0 ? 'warm-up' : `block ${block} of at most ${this.#maxBlocks}`;
    const percent = `${Math.floor(fraction * 100)} %`;
    this.overwrite([`${where}, ${side}`, percent, this.#reachText].filter(Boolean).join('  '));
  }

  /** After a block: how far the least known ratio is known. */
  showBlock(blocks: number, reach: number): void {
    // Beyond that it says nothing.
    this.#reachText = reach < 1 ? `all ratios known to ${(reach * 100).toPrecision(2)} %` : '';
    if (this.isTerminal) return;
    const suffix = this.#reachText === '' ? '' : `, ${this.#reachText}`;
    this.say(`block ${blocks} of at most ${this.#maxBlocks}${suffix}`);
  }
}

const STOPPING =
  'Stopping: what is being measured ends and deletes its files, then comes what was measured before. Ctrl-C once more does not wait.';
/** How long a measurement that was told twice may take to end; a drive can hold it in a call. */
const PATIENCE_MS = 1000;

/** Bytes that were written, as far as it is told. */
type Written = Record<SideName, number>;

interface Session {
  readonly command: AbCommand;
  readonly subject: Subject;
  readonly progress: AbProgress;
  readonly stop: AbortSignal;
  readonly hurry: AbortSignal;
  readonly writtenBytes: Written;
  readonly compare: (blocks: Measurement['blocks']) => Comparison;
}

function measureAll({ command, subject, progress, stop, hurry, writtenBytes, compare }: Session): Promise<Measurement> {
  const { maxBlocks, maxTimeMs, until } = command;
  return measureBlocks({
    maxBlocks,
    maxTimeMs,
    isEnough: (blocks) => widestReach(compare(blocks)) <= until,
    onBlock: (blocks) => progress.showBlock(blocks.length, widestReach(compare(blocks))),
    measure: async (side, block) => {
      const bytesBefore = writtenBytes[side];
      progress.show(block, side, 0);
      return subject.measure(side, {
        stop,
        hurry,
        onMessage: (message) => {
          if (message.kind === 'said') {
            progress.say(message.isLeftBehind ? `opfsmark: ${message.sentence}` : message.sentence);
            return;
          }
          writtenBytes[side] = bytesBefore + message.bytesWritten;
          progress.show(block, side, message.fraction);
        },
      });
    },
  });
}

function outputProblem({ json, markdown, history, badge }: AbCommand): string | null {
  const files = Object.entries({ json, markdown, history, badge });
  return files.map(([name, path]) => fileProblem(`--${name}`, path)).find((problem) => problem !== null) ?? null;
}

/** Prints and writes the result; whether all could be written. */
function show(command: AbCommand, comparison: Comparison, measurement: Measurement, writtenBytes: Written): boolean {
  const { names, threshold, json, markdown, history, badge, sides } = command;
  const course = courseText(measurement.blocks.length, measurement.end);
  const sentence = sentenceOf(comparison, names, threshold);
  const document = () =>
    resultJson({ command, comparison, measured: measurement, written: writtenBytes, sentence, version: CORE_VERSION });
  const texts = { json: document, markdown: () => markdownText(comparison, names, { threshold, course }) };
  const files = Object.entries({ json, markdown }).flatMap(([name, path]) => (path === null ? [] : [{ name, path }]));
  let isWritten = true;
  for (const { name, path } of files) {
    const text = texts[name as keyof typeof texts]();
    if (path === '-') process.stdout.write(plainLines(text));
    else isWritten = write(`--${name}`, path, text) && isWritten;
  }
  if (files.some(({ path }) => path === '-')) tell(sentence);
  else print(`${sentence}\n\n${terminalText(comparison, names, sides)}\n${course}`);
  if (badge !== null) isWritten = write('--badge', badge, badgeText(comparison, names)) && isWritten;
  if (history !== null) isWritten = write('--history', history, historyLine(document()), 'a') && isWritten;
  return isWritten;
}

/** Says what was written, and what is left; whether nothing is. */
function sayWhatIsLeft({ command, subject, writtenBytes }: Session, foldersBefore: readonly string[]): boolean {
  const leftoverFolders = ownFoldersIn(subject.folders).filter((folder) => !foldersBefore.includes(folder));
  for (const folder of leftoverFolders) complain(`${folder} is left. Delete it when the drive works again.`);
  if (subject.folders.length === 0) return true;
  const [a, b] = command.sides.map((side) => resolve(side));
  const isTold = writtenBytes.A + writtenBytes.B > 0;
  const sentence = isTold
    ? `Wrote ${formatAmount(writtenBytes.A)} to ${a ?? ''} and ${formatAmount(writtenBytes.B)} to ${b ?? ''}`
    : '';
  const cleanText = leftoverFolders.length === 0 ? 'Nothing is left there.' : '';
  tell([sentence === '' ? '' : `${sentence}.`, cleanText].filter(Boolean).join(' '));
  return leftoverFolders.length === 0;
}

function exitCode({ end, blocks }: Measurement, comparison: Comparison, command: AbCommand): number {
  if (end.kind === 'failed') {
    complain(end.sentence);
    // A subject that cannot be measured even once is the wrong adapter or command.
    return blocks.length === 0 && command.subject.kind !== 'folders' ? EXIT.usage : EXIT.failed;
  }
  if (end.kind === 'time' && blocks.length === 0) {
    complain(noBlockText(end.warmUpMs, command.maxTimeMs));
    return EXIT.usage;
  }
  return comparison.figures.length === 0 || comparison.verdict === 'worse' ? EXIT.failed : EXIT.done;
}

/** Measures two things in turn, and says which is faster. */
export async function ab(command: AbCommand): Promise<number> {
  const problem = outputProblem(command);
  if (problem !== null) {
    complain(problem);
    return EXIT.usage;
  }
  const [stop, hurry] = [new AbortController(), new AbortController()];
  const progress = new AbProgress(process.stderr, command.maxBlocks);
  const leave = (signal: Signal) => {
    hurry.abort();
    setTimeout(() => process.exit(exitCodeOf(signal)), PATIENCE_MS).unref();
  };
  const { heard } = stopOnSignals(stop, (text) => progress.say(text), { stopping: STOPPING, leave });
  const subject = subjectOf(command);
  const foldersBefore = ownFoldersIn(subject.folders);
  try {
    await subject.check();
  } catch (error) {
    if (!(error instanceof FolderProblem)) throw error;
    complain(error.message);
    return EXIT.usage;
  }
  for (const note of subject.notes) progress.say(note);
  if (subject.writes) {
    const { sentence, bytes } = subject.writes;
    const isAgreed = await agree(sentence, bytes, { isAgreed: command.isAgreed, stop: stop.signal });
    if (!isAgreed) throw new RunRefused('not_agreed');
  }
  const session: Session = {
    ...{ command, subject, progress, stop: stop.signal, hurry: hurry.signal, writtenBytes: { A: 0, B: 0 } },
    compare: (blocks) => compareBlocks(blocks, command.threshold),
  };
  const measurement = await measureAll(session).finally(() => progress.clear());
  const comparison = session.compare(measurement.blocks);
  const isWritten = measurement.blocks.length === 0 || show(command, comparison, measurement, session.writtenBytes);
  const isClean = sayWhatIsLeft(session, foldersBefore);
  const signal = heard();
  if (signal !== null) {
    if (measurement.blocks.length === 0) complain('No block was finished, so there is nothing to compare.');
    return exitCodeOf(signal);
  }
  const code = exitCode(measurement, comparison, command);
  return code === EXIT.done && !(isWritten && isClean) ? EXIT.failed : code;
}
