import { resolve } from 'node:path';
import { CORE_VERSION } from '../../dist/core-info.mjs';
import { FolderProblem, formatAmount } from '../../ts/node/folder-problem.ts';
import type { AbCommand } from '../ab-arguments.ts';
import {
  agree,
  complain,
  exitCodeOf,
  fileProblem,
  StatusLine,
  stopOnSignals,
  write,
  type Signal,
  type Terminal,
} from '../terminal.ts';
import { EXIT } from '../usage.ts';
import { compareBlocks, measureBlocks, widestReach, type Comparison, type Measured, type SideName } from './blocks.ts';
import { ownFoldersIn, subjectOf, type Subject } from './subject.ts';
import { badgeText, courseText, historyLine, markdownText, resultJson, sentenceOf, terminalText } from './words.ts';

/** Shows where a comparison is: on a terminal in one line that is overwritten, elsewhere a line for each block. */
class AbProgress extends StatusLine {
  readonly #maxBlocks: number;
  #known = '';

  constructor(to: Terminal, maxBlocks: number) {
    super(to);
    this.#maxBlocks = maxBlocks;
  }

  /** `block` 0 is the warm-up. */
  show(block: number, side: SideName, fraction: number): void {
    if (!this.isTerminal) return;
    const where = block === 0 ? 'warm-up' : `block ${block} of at most ${this.#maxBlocks}`;
    const percent = `${Math.floor(fraction * 100)} %`;
    this.overwrite([`${where}, ${side}`, percent, this.#known].filter(Boolean).join('  '));
  }

  /** After a block: how far the least known ratio is known. */
  showBlock(blocks: number, reach: number): void {
    // Beyond that it says nothing.
    this.#known = reach < 1 ? `all ratios known to ${(reach * 100).toPrecision(2)} %` : '';
    if (this.isTerminal) return;
    const known = this.#known === '' ? '' : `, ${this.#known}`;
    this.say(`block ${blocks} of at most ${this.#maxBlocks}${known}`);
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
  readonly written: Written;
  readonly compare: (blocks: Measured['blocks']) => Comparison;
}

function measureAll({ command, subject, progress, stop, hurry, written, compare }: Session): Promise<Measured> {
  const { maxBlocks, maxTimeMs, until } = command;
  return measureBlocks({
    maxBlocks,
    maxTimeMs,
    isEnough: (blocks) => widestReach(compare(blocks)) <= until,
    onBlock: (blocks) => progress.showBlock(blocks.length, widestReach(compare(blocks))),
    measure: async (side, block) => {
      const before = written[side];
      progress.show(block, side, 0);
      return subject.measure(side, {
        stop,
        hurry,
        onMessage: (message) => {
          if (message.kind === 'said') {
            progress.say(message.isLeftBehind ? `opfsmark: ${message.sentence}` : message.sentence);
            return;
          }
          written[side] = before + message.bytesWritten;
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
function show(command: AbCommand, comparison: Comparison, measured: Measured, written: Written): boolean {
  const { names, threshold, json, markdown, history, badge, sides } = command;
  const course = courseText(measured.blocks.length, measured.end);
  const sentence = sentenceOf(comparison, names, threshold);
  const document = () => resultJson({ command, comparison, measured, written, sentence, version: CORE_VERSION });
  const texts = { json: document, markdown: () => markdownText(comparison, names, { threshold, course }) };
  const files = Object.entries({ json, markdown }).flatMap(([name, path]) => (path === null ? [] : [{ name, path }]));
  let isWritten = true;
  for (const { name, path } of files) {
    const text = texts[name as keyof typeof texts]();
    if (path === '-') process.stdout.write(text);
    else isWritten = write(`--${name}`, path, text) && isWritten;
  }
  if (files.some(({ path }) => path === '-')) console.error(sentence);
  else console.log(`${sentence}\n\n${terminalText(comparison, names, sides)}\n${course}`);
  if (badge !== null) isWritten = write('--badge', badge, badgeText(comparison, names)) && isWritten;
  if (history !== null) isWritten = write('--history', history, historyLine(document()), 'a') && isWritten;
  return isWritten;
}

/** Says what was written, and what is left; whether nothing is. */
function sayWhatIsLeft({ command, subject, written }: Session, before: readonly string[]): boolean {
  const left = ownFoldersIn(subject.folders).filter((folder) => !before.includes(folder));
  for (const folder of left) complain(`${folder} is left. Delete it when the drive works again.`);
  if (subject.folders.length === 0) return true;
  const [a, b] = command.sides.map((side) => resolve(side));
  const isTold = written.A + written.B > 0;
  const wrote = isTold
    ? `Wrote ${formatAmount(written.A)} to ${a ?? ''} and ${formatAmount(written.B)} to ${b ?? ''}`
    : '';
  const nothing = left.length === 0 ? 'Nothing is left there.' : '';
  console.error([wrote === '' ? '' : `${wrote}.`, nothing].filter(Boolean).join(' '));
  return left.length === 0;
}

function exitCode({ end, blocks }: Measured, comparison: Comparison, command: AbCommand): number {
  if (end.kind === 'failed') {
    complain(end.sentence);
    // What cannot be measured even once is the wrong adapter or command.
    return blocks.length === 0 && command.subject.kind !== 'folders' ? EXIT.usage : EXIT.failed;
  }
  return comparison.figures.length === 0 || comparison.verdict === 'worse' ? EXIT.failed : EXIT.done;
}

/** Measures two things in turn, and says which is faster. */
export async function ab(command: AbCommand): Promise<number> {
  const unwritable = outputProblem(command);
  if (unwritable !== null) {
    complain(unwritable);
    return EXIT.usage;
  }
  const [stopping, hurrying] = [new AbortController(), new AbortController()];
  const progress = new AbProgress(process.stderr, command.maxBlocks);
  const leave = (signal: Signal) => {
    hurrying.abort();
    setTimeout(() => process.exit(exitCodeOf(signal)), PATIENCE_MS).unref();
  };
  const { heard } = stopOnSignals(stopping, (text) => progress.say(text), { stopping: STOPPING, leave });
  const subject = subjectOf(command);
  const before = ownFoldersIn(subject.folders);
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
    const isAgreed = await agree(sentence, bytes, { isAgreed: command.isAgreed, stop: stopping.signal });
    if (!isAgreed) {
      complain('Nothing was written.');
      return EXIT.failed;
    }
  }
  const session: Session = {
    ...{ command, subject, progress, stop: stopping.signal, hurry: hurrying.signal, written: { A: 0, B: 0 } },
    compare: (blocks) => compareBlocks(blocks, command.threshold),
  };
  const measured = await measureAll(session).finally(() => progress.clear());
  const comparison = session.compare(measured.blocks);
  const isWritten = measured.blocks.length === 0 || show(command, comparison, measured, session.written);
  const isClean = sayWhatIsLeft(session, before);
  const signal = heard();
  if (signal !== null) {
    if (measured.blocks.length === 0) complain('No block was finished, so there is nothing to compare.');
    return exitCodeOf(signal);
  }
  const code = exitCode(measured, comparison, command);
  return code === EXIT.done && !(isWritten && isClean) ? EXIT.failed : code;
}
