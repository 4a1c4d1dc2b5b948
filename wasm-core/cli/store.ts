import { rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import english from '@opfsmark/schema/answer/words/en';
import { LANGUAGES } from '@opfsmark/schema/answer/words/languages';
import { english as words, storeTables } from '@opfsmark/schema/families/app-storage/report';
import type { AppStoragePlan, AppStorageRow } from '@opfsmark/schema/families/app-storage/schema';
import { type FamilyRecord, standardPlan } from '@opfsmark/schema/families';
import common from '@opfsmark/schema/figures/words/en';
import { formatterIn, tableText } from '@opfsmark/schema/report';
import { anyChromium, browserOf, type BrowserProgram } from './browser.ts';
import { pageFolder, passingFolder, runInBrowser } from './browser-page.ts';
import { complain, plainLines, print } from './print.ts';
import { exitCodeOf, fileProblem, StatusLine, stopOnSignals, write } from './terminal.ts';
import { EXIT } from './usage.ts';

/** Measures a module of somebody's own in a browser. */
export interface StoreCommand {
  readonly kind: 'store';
  readonly module: string;
  readonly several: number;
  readonly browser: string | null;
  readonly json: string | null;
  readonly badge: string | null;
}

const SIZE = { puts: 20, point_reads: 100, loops: 2 };

const STOPPING = 'Stopping: the browser ends and its files are deleted. Ctrl-C once more does not wait.';

const total = <One>(all: readonly One[], pick: (one: One) => number) => all.reduce((sum, one) => sum + pick(one), 0);

/** The harm that a store did in all that was tried, alone and by several: the exit code and the badge go by it. */
function harmOf({ survival, reload, two_tabs, contention = [] }: AppStorageRow) {
  const interrupted = [survival, reload].flatMap((one) => one ?? []);
  const all = [...interrupted, ...(two_tabs ? [two_tabs] : [])];
  return {
    hung: total(contention, (one) => one.hung),
    lostOrDoubled: total(all, (one) => one.lost) + total(contention, (one) => one.lost + one.doubled),
    damaged: total(all, (one) => one.damaged) + total(interrupted, (one) => one.torn),
    unopened: interrupted.filter(({ opened }) => !opened).length + total(contention, (one) => one.unopened),
  };
}

const isSound = (row: AppStorageRow): boolean =>
  row.status === 'done' && Object.values(harmOf(row)).every((count) => count === 0);

/** The text of a badge: the worst that it did. */
function badgeOf(name: string, row: AppStorageRow): object {
  const { hung, lostOrDoubled, damaged, unopened } = harmOf(row);
  const repeats = total(row.contention ?? [], (one) => one.repeats);
  const isTried = repeats > 0;
  const parts = [
    row.status !== 'done' ? 'failed' : isTried ? `hung ${hung} of ${repeats}` : 'for one tab alone',
    isTried || lostOrDoubled > 0 ? `${lostOrDoubled} ${lostOrDoubled === 1 ? 'row' : 'rows'} lost or doubled` : '',
    damaged > 0 ? `${damaged} damaged` : '',
    unopened > 0 ? `${unopened} ${unopened === 1 ? 'time' : 'times'} not opened again` : '',
  ];
  const color = isSound(row) ? (isTried ? 'brightgreen' : 'yellow') : 'red';
  return { schemaVersion: 1, label: `storage: ${name}`, message: parts.filter(Boolean).join(', '), color };
}

function printFacts(name: string, row: AppStorageRow): void {
  const format = formatterIn(LANGUAGES.en, { ...common, origins: english.origins }, 0);
  print(name);
  for (const table of storeTables(row, words, true)) {
    const { caption, columns, rows } = tableText(table, format);
    print(`\n${caption}`);
    for (const [first = '', ...cells] of rows) {
      if (cells.length === 1) print(`  ${first}: ${cells[0] ?? ''}`);
      else
        print(
          `  ${cells[0] ?? ''}: ${cells
            .slice(1)
            .map((cell, at) => `${columns[at + 2] ?? ''} ${cell}`)
            .join(', ')}`,
        );
    }
  }
}

/** Why this cannot be the module of a store. */
function moduleProblem(path: string): string | null {
  const module = statSync(path, { throwIfNoEntry: false });
  if (!module) return `There is no file ${path}. Name a module that exports openStore(name).`;
  return module.isFile() ? null : `${path} is no file. Name a module that exports openStore(name).`;
}

export async function store(command: StoreCommand): Promise<number> {
  const problems = [
    moduleProblem(command.module),
    fileProblem('--json', command.json),
    fileProblem('--badge', command.badge),
  ];
  const problem = problems.find((one) => one !== null);
  const program = command.browser === null ? anyChromium() : browserOf(command.browser);
  if (problem !== undefined) complain(problem);
  else if (program === null) complain('No Chromium, Chrome or Edge was found: name one with --browser PATH.');
  else return measureUntilStopped(command, program);
  return EXIT.usage;
}

/** The first signal ends the browser, and the command with it; the second one does not wait for that. */
async function measureUntilStopped(command: StoreCommand, program: BrowserProgram): Promise<number> {
  const stop = new AbortController();
  const status = new StatusLine(process.stderr);
  const { heard } = stopOnSignals(stop, (text) => status.say(text), { stopping: STOPPING });
  const scratch = passingFolder('opfsmark-store-');
  try {
    const code = await measure(command, { program, scratch, status, signal: stop.signal });
    const signal = heard();
    return signal === null ? code : exitCodeOf(signal);
  } catch (error) {
    status.clear();
    const signal = heard();
    const why = error instanceof Error ? error.message : String(error);
    if (signal === null) complain(`Nothing was measured with ${program.path}: ${why.replace(/\.$/, '')}.`);
    else complain('The store was not measured to the end, so nothing is said of it.');
    return signal === null ? EXIT.failed : exitCodeOf(signal);
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 20 });
  }
}

interface Place {
  readonly program: BrowserProgram;
  /** The folder of its files. */
  readonly scratch: string;
  readonly status: StatusLine;
  readonly signal: AbortSignal;
}

async function measure(command: StoreCommand, { program, scratch, status, signal }: Place): Promise<number> {
  const { several, json, badge } = command;
  const module = resolve(command.module);
  const plan: AppStoragePlan = { ...standardPlan('app-storage'), ...SIZE, contenders: ['opfs-sync'], several };
  const record = (await runInBrowser({
    ...{ program, plan, store: module, page: await pageFolder(), profile: join(scratch, 'profile'), signal },
    onProgress: (fraction) => {
      if (status.isTerminal) status.overwrite(`${Math.round(100 * fraction)} %`);
    },
  })) as FamilyRecord<'app-storage'>;
  status.clear();
  const [row] = record.result.rows;
  if (!row) throw new Error('nothing was measured');
  if (row.failure) complain(`The store failed: ${row.failure.detail}`);
  if (json === '-') process.stdout.write(`${plainLines(JSON.stringify(record))}\n`);
  else printFacts(basename(module), row);
  const isWritten =
    (json === null || json === '-' || write('--json', json, `${JSON.stringify(record)}\n`)) &&
    (badge === null || write('--badge', badge, `${JSON.stringify(badgeOf(basename(module), row))}\n`));
  return isSound(row) && isWritten ? EXIT.done : EXIT.failed;
}
