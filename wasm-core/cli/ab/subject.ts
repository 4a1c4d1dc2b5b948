import { MAX_FOREIGN_BYTES } from '@opfsmark/schema/foreign';
import { spawn } from 'node:child_process';
import { estimate } from '@opfsmark/schema/families';
import { readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { FolderProblem, formatAmount } from '../../ts/node/folder-problem.ts';
import { OwnFolder } from '../../ts/node/own-folder.ts';
import { checkFolder } from '../../ts/node/run-in-folder.ts';
import type { AbCommand } from '../ab-arguments.ts';
import { pageFolder } from '../browser-page.ts';
import { endTree } from '../end-tree.ts';
import { figuresOfSide, readText } from '../files.ts';
import type { SideName } from './blocks.ts';
import { measureInChild, type Outcome, type Watch } from './measure.ts';

const isWindows = process.platform === 'win32';

/** The lines that Node.js writes behind an error, which says nothing of it. */
const BEHIND_AN_ERROR = /^(?:\s+at .*|[{}]|Node\.js v[\d.]+|\s*)$/;

/** The last line that a command wrote beside its result: most say there what is wrong. */
const lastLine = (text: string) =>
  text
    .split('\n')
    .findLast((line) => !BEHIND_AN_ERROR.test(line))
    ?.trim() ?? '';

/** The result that a command printed; `say` is told what of it is not compared. */
function outcomeOf(command: string, output: Buffer, say: (sentence: string) => void): Outcome {
  const isWhole = output.length <= MAX_FOREIGN_BYTES;
  const { side, sentences } = readText('it', output.subarray(0, MAX_FOREIGN_BYTES), isWhole);
  if (side) {
    for (const sentence of sentences) say(`What "${command}" printed: ${sentence}`);
    return { kind: 'measured', figures: figuresOfSide(side) };
  }
  const why = sentences[0] ?? 'nothing was understood of it';
  return { kind: 'failed', sentence: `What "${command}" printed is no result: ${why} ${PRINTS}` };
}

/** Said where a command printed something else: an installed package has no other word of this form. */
const PRINTS =
  'A command prints what --json - does, JSON of fio, or {"figures":[{"name":"insert","unit":"ns","better":"lower","value":18250}]}.';

/** Runs a command of a shell once, and reads the result that it prints. */
function measureByCommand(command: string, { stop, hurry, onMessage }: Watch): Promise<Outcome> {
  if (stop.aborted) return Promise.resolve({ kind: 'stopped' });
  // A group of its own, so that a signal reaches all that the command has started.
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], detached: !isWindows });
  // The console of Windows tells all of them by itself.
  const interrupt = () => {
    if (!isWindows) endTree(child, 'SIGINT');
  };
  const end = () => endTree(child, 'SIGKILL');
  stop.addEventListener('abort', interrupt);
  hurry.addEventListener('abort', end);
  const chunks: Buffer[] = [];
  let errorText = '';
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    if (bytes <= MAX_FOREIGN_BYTES) chunks.push(chunk);
    bytes += chunk.length;
  });
  child.stderr.on('data', (chunk: Buffer) => (errorText = `${errorText}${chunk.toString()}`.slice(-1000)));
  return new Promise<Outcome>((resolve) => {
    child.on('error', (error) => resolve({ kind: 'failed', sentence: `It could not be started: ${error.message}.` }));
    child.on('close', (code, signal) => {
      if (stop.aborted) resolve({ kind: 'stopped' });
      else if (code === 0) {
        const say = (sentence: string) => onMessage({ kind: 'said', sentence, isLeftBehind: false });
        resolve(outcomeOf(command, Buffer.concat(chunks), say));
      } else {
        const how = code === null ? `by ${signal ?? 'a signal'}` : `with exit code ${code}`;
        const why = lastLine(errorText) === '' ? ', and said nothing. Try it alone.' : `: ${lastLine(errorText)}`;
        resolve({ kind: 'failed', sentence: `"${command}" ended ${how}${why}` });
      }
    });
  }).finally(() => {
    stop.removeEventListener('abort', interrupt);
    hurry.removeEventListener('abort', end);
  });
}

/** Two folders, adapters or commands, as the comparison knows them. */
export interface Subject {
  /** Throws `FolderProblem` where one of the two cannot be measured. Before anything is. */
  check(): Promise<void>;
  /** Notes on the two for a person. */
  readonly notes: readonly string[];
  /** The bytes that will be written and where; `bytes` 0 where that is not known. */
  readonly writes: { readonly bytes: number; readonly sentence: string } | null;
  measure(side: SideName, watch: Watch): Promise<Outcome>;
  /** Folders in which nothing may be left. */
  readonly folders: readonly string[];
}

const BUFFERED = ' Or measure through the page cache: --buffered.';

async function checkOne(dir: string, { plan, isDirect }: AbCommand['subject'] & { kind: 'folders' }): Promise<void> {
  try {
    await checkFolder(dir, plan, isDirect);
  } catch (error) {
    if (!(error instanceof FolderProblem) || error.code !== 'no_direct') throw error;
    throw new FolderProblem(error.code, error.message.replaceAll('--direct', 'direct I/O') + BUFFERED);
  }
}

/** Says that a thing is compared with itself, or what two folders share. */
function notesOf({ sides: [a, b], subject, names }: AbCommand): string[] {
  const sameSentence = `${names[0]} and ${names[1]} are the same: this shows the noise of this machine.`;
  if (a === b) return [sameSentence];
  if (subject.kind === 'commands' || subject.kind === 'browsers') return [];
  const [statA, statB] = [statSync(a), statSync(b)];
  if (statA.dev !== statB.dev) return [];
  if (statA.ino === statB.ino) return [sameSentence];
  return subject.kind === 'folders' ? ['Both folders lie on one file system.'] : [];
}

function writesOf({ sides: [a, b], subject, maxBlocks }: AbCommand): Subject['writes'] {
  switch (subject.kind) {
    case 'folders': {
      // Twice in each block, and once before.
      const bytesEach = estimate(subject.plan).bytesWrittenMax * (2 * maxBlocks + 1);
      const where = `${resolve(a)} and as much to ${resolve(b)}`;
      return { bytes: 2 * bytesEach, sentence: `Writes up to ${formatAmount(bytesEach)} to ${where}.` };
    }
    case 'stores':
      return { bytes: 0, sentence: `The stores write into folders of their own in ${resolve(subject.dir)}.` };
    case 'browsers': {
      const bytesEach = estimate(subject.plan).bytesWrittenMax * (2 * maxBlocks + 1);
      return {
        bytes: 2 * bytesEach,
        sentence: `Each browser writes up to ${formatAmount(bytesEach)} below ${resolve(subject.dir)}.`,
      };
    }
    case 'commands':
      return null;
    default:
      return subject satisfies never;
  }
}

export function subjectOf(command: AbCommand): Subject {
  const { sides, subject } = command;
  const sideOf = (side: SideName) => sides[side === 'A' ? 0 : 1];
  const commonParts = { notes: notesOf(command), writes: writesOf(command) };
  switch (subject.kind) {
    case 'folders':
      return {
        ...commonParts,
        folders: sides.map((dir) => resolve(dir)),
        check: async () => {
          for (const dir of new Set(sides)) await checkOne(dir, subject);
        },
        measure: (side, watch) => {
          const { plan, isDirect } = subject;
          return measureInChild({ kind: 'folder', dir: sideOf(side), plan, isDirect }, watch);
        },
      };
    case 'stores':
      return {
        ...commonParts,
        folders: [resolve(subject.dir)],
        check: () => {
          new OwnFolder(subject.dir).remove();
          return Promise.resolve();
        },
        measure: (side, watch) => {
          const { dir, size } = subject;
          return measureInChild({ kind: 'store', module: sideOf(side), dir, size }, watch);
        },
      };
    case 'browsers': {
      const { dir, plan, programs } = subject;
      let page = '';
      return {
        ...commonParts,
        folders: [resolve(dir)],
        check: async () => {
          new OwnFolder(dir).remove();
          page = await pageFolder();
        },
        measure: (side, watch) => {
          const program = programs[side === 'A' ? 0 : 1];
          return measureInChild({ kind: 'browser', program, dir, plan, page }, watch);
        },
      };
    }
    case 'commands': {
      const said = new Set<string>();
      return {
        ...commonParts,
        folders: [],
        check: () => Promise.resolve(),
        measure: (side, watch) => {
          // Said once, however often it is measured.
          const onMessage: Watch['onMessage'] = (message) => {
            if (message.kind === 'said' && !said.has(message.sentence)) watch.onMessage(message);
            if (message.kind === 'said') said.add(message.sentence);
          };
          return measureByCommand(sideOf(side), { ...watch, onMessage });
        },
      };
    }
    default:
      return subject satisfies never;
  }
}

/** Folders of runs that lie here. */
export const ownFoldersIn = (folders: readonly string[]): string[] =>
  [...new Set(folders)].flatMap((folder) => {
    try {
      return readdirSync(folder).flatMap((name) => (name.startsWith('.opfsmark-') ? [resolve(folder, name)] : []));
    } catch {
      // A drive that is gone.
      return [];
    }
  });
