import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import english from '@opfsmark/schema/answer/words/en';
import { LANGUAGES } from '@opfsmark/schema/answer/words/languages';
import { english as words, storeTables } from '@opfsmark/schema/families/app-storage/report';
import type { AppStoragePlan, AppStorageRow } from '@opfsmark/schema/families/app-storage/schema';
import { type FamilyRecord, standardPlan } from '@opfsmark/schema/families';
import common from '@opfsmark/schema/figures/words/en';
import { formatterIn, tableText } from '@opfsmark/schema/report';
import { anyChromium, browserOf, type BrowserProgram } from './browser.ts';
import { pageFolder, runInBrowser } from './browser-page.ts';
import { complain, plainLines, print, tell } from './print.ts';
import { fileProblem, write } from './terminal.ts';
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

/** The text of a badge: the worst that several did. */
function badgeOf(name: string, { contention = [] }: AppStorageRow): object {
  const total = (pick: (one: (typeof contention)[number]) => number) =>
    contention.reduce((sum, one) => sum + pick(one), 0);
  const [repeats, hung] = [total((one) => one.repeats), total((one) => one.hung)];
  const wrong = total((one) => one.lost + one.doubled);
  const isTried = repeats > 0;
  const message = isTried ? `hung ${hung} of ${repeats}, ${wrong} rows lost or doubled` : 'for one tab alone';
  const color = hung + wrong > 0 ? 'red' : isTried ? 'brightgreen' : 'yellow';
  return { schemaVersion: 1, label: `storage: ${name}`, message, color };
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

export async function store(command: StoreCommand): Promise<number> {
  const module = resolve(command.module);
  const problems = [fileProblem('--json', command.json), fileProblem('--badge', command.badge)];
  const problem = problems.find((one) => one !== null);
  const program = command.browser === null ? anyChromium() : browserOf(command.browser);
  if (!existsSync(module)) complain(`${command.module} is not there.`);
  else if (problem !== undefined) complain(problem);
  else if (program === null) complain('No Chromium, Chrome or Edge was found: name one with --browser PATH.');
  else return measure(command, module, program);
  return EXIT.usage;
}

async function measure({ several, json, badge }: StoreCommand, module: string, program: BrowserProgram) {
  const scratch = mkdtempSync(join(tmpdir(), 'opfsmark-store-'));
  try {
    const plan: AppStoragePlan = { ...standardPlan('app-storage'), ...SIZE, contenders: ['opfs-sync'], several };
    const record = (await runInBrowser({
      ...{ program, plan, store: module, page: await pageFolder(), profile: join(scratch, 'profile') },
      onProgress: (fraction) => {
        if (process.stderr.isTTY) process.stderr.write(`\r${Math.round(100 * fraction)} % `);
      },
    })) as FamilyRecord<'app-storage'>;
    const [row] = record.result.rows;
    if (!row) throw new Error('nothing was measured');
    if (row.failure) complain(`The store failed: ${row.failure.detail}`);
    if (json === '-') process.stdout.write(`${plainLines(JSON.stringify(record))}\n`);
    else printFacts(basename(module), row);
    const isWritten =
      (json === null || json === '-' || write('--json', json, `${JSON.stringify(record)}\n`)) &&
      (badge === null || write('--badge', badge, `${JSON.stringify(badgeOf(basename(module), row))}\n`));
    const isSound = (row.contention ?? []).every(({ hung, wrong }) => hung + wrong === 0);
    return row.status === 'done' && isSound && isWritten ? EXIT.done : EXIT.failed;
  } catch (error) {
    tell(`opfsmark: ${error instanceof Error ? error.message : String(error)}`);
    return EXIT.failed;
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 20 });
  }
}
