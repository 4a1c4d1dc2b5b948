/**
 * Recomputes every rank from a snapshot alone and compares it with the boards of a service:
 * `npm run recompute -- SNAPSHOT [SERVICE]`. SNAPSHOT is a folder with manifest.json and the files it names, or the URL of a
 * manifest; SERVICE is an origin, by default that of the URL. Ends with 1 where anything differs, and prints what.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { plainLine } from '@opfsmark/schema/documents';
import { compareBoards, computeBoards, type Difference, readBoards } from './boards.ts';
import { readSnapshot } from './snapshot.ts';

const MAX_DIFFERENCES_SHOWN = 200;
/** Where npm was called, and not where it runs the script. */
const CALLED_IN = process.env['INIT_CWD'] ?? process.cwd();

/** The names in it are those of a service that is not trusted. */
const say = (line: string): void => console.log(plainLine(line));

async function ask(url: URL): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href} answered ${response.status}`);
  return response;
}

async function readFrom(place: string): Promise<Awaited<ReturnType<typeof readSnapshot>>> {
  if (URL.canParse(place)) {
    const url = new URL(place);
    return readSnapshot(await (await ask(url)).json(), async (file) =>
      (await ask(new URL(file.url, url))).arrayBuffer(),
    );
  }
  const folder = resolve(CALLED_IN, place);
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  return readSnapshot(manifest, async ({ name }) => new Uint8Array(await readFile(join(folder, name))).buffer);
}

function printDifferences(differences: readonly Difference[]): void {
  const shownDifferences = differences.slice(0, MAX_DIFFERENCES_SHOWN);
  const rows = [
    ['board', 'row', 'column', 'computed', 'served'],
    ...shownDifferences.map(({ board, key, column, computed, served }) => [board, key, column, computed, served]),
  ];
  const widths = [0, 1, 2, 3].map((i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
  for (const row of rows) say(row.map((text, i) => text.padEnd(widths[i] ?? 0)).join('  '));
  if (shownDifferences.length < differences.length) say(`... and ${differences.length - shownDifferences.length} more`);
}

const [place, origin = place && URL.canParse(place) ? new URL(place).origin : undefined] = process.argv.slice(2);
if (place === undefined || origin === undefined) {
  console.error('usage: npm run recompute -- SNAPSHOT [SERVICE]   (a folder or the URL of a manifest; an origin)');
  process.exit(2);
}

const snapshot = await readFrom(place);
const { manifest, runs, faults } = snapshot;
say(`snapshot of ${manifest.taken_at}: ${manifest.runs} runs in ${manifest.files.length} files, ${runs.length} count`);
for (const fault of faults) say(`✗ ${fault}`);
const computedBoards = computeBoards(snapshot);
const servedBoards = await readBoards(async (path) => (await ask(new URL(path, origin))).json());
const { cells, differences } = compareBoards(computedBoards, servedBoards);
if (differences.length > 0) printDifferences(differences);
say(`${computedBoards.size} boards, ${cells} cells compared, ${differences.length} differ`);
process.exit(faults.length + differences.length === 0 ? 0 : 1);
