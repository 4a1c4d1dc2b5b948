import { Stats } from '@opfsmark/schema/api';
import { Board, BoardList, clientCut, contenderTable, type BoardRow } from '@opfsmark/schema/boards';
import { SUITE_VERSION } from '@opfsmark/schema/documents';
import { contenderLines, type ComputedBoards, type ComputedRow } from './boards.ts';

/** Answers a path of the service with JSON. */
type ReadJson = (path: string) => Promise<unknown>;

/** A cell of a board that is not the same. */
export interface Difference {
  readonly board: string;
  readonly key: string;
  /** A column of the row, or 'row' where one side has none. */
  readonly column: string;
  readonly computed: string;
  readonly served: string;
}

/** All ranked rows of a service, board by board, and all tables of contenders. */
export async function readBoards(readJson: ReadJson): Promise<ComputedBoards> {
  const { boards, places } = BoardList.parse(await readJson('/api/v1/boards'));
  const served = new Map<string, readonly ComputedRow[]>();
  for (const { id } of boards) {
    const rows: BoardRow[] = [];
    let query = '';
    do {
      const page = Board.parse(await readJson(`/api/v1/boards/${encodeURIComponent(id)}${query}`));
      rows.push(...page.rows);
      query = page.next_cursor === null ? '' : `?cursor=${encodeURIComponent(page.next_cursor)}`;
    } while (query !== '');
    served.set(id, rows);
  }
  for (const place of places.filter(({ layout }) => layout === 'app-storage')) {
    const cut = clientCut(SUITE_VERSION, place);
    const { metrics } = Stats.parse(await readJson(`/api/v1/stats?cut=${encodeURIComponent(cut)}`));
    served.set(cut, contenderLines(contenderTable(metrics)));
  }
  return served;
}

const NO_ROWS: readonly ComputedRow[] = [];

/** Compares computed boards with served ones, cell for cell. */
export function compareBoards(
  computed: ComputedBoards,
  served: ComputedBoards,
): { cells: number; differences: Difference[] } {
  let cells = 0;
  const differences: Difference[] = [];
  for (const board of new Set([...computed.keys(), ...served.keys()])) {
    const [own, theirs] = [computed, served].map((boards) => byKey(boards.get(board) ?? NO_ROWS));
    for (const key of new Set([...(own?.keys() ?? []), ...(theirs?.keys() ?? [])])) {
      const [a, b] = [own?.get(key), theirs?.get(key)];
      if (!a || !b) {
        differences.push({ board, key, column: 'row', computed: a ? 'ranked' : 'none', served: b ? 'ranked' : 'none' });
        continue;
      }
      const [ofOwn, ofTheirs] = [
        new Map<string, unknown>(Object.entries(a)),
        new Map<string, unknown>(Object.entries(b)),
      ];
      for (const column of new Set([...ofOwn.keys(), ...ofTheirs.keys()])) {
        cells++;
        const [x, y] = [ofOwn, ofTheirs].map((of) => JSON.stringify(of.get(column)) ?? 'none') as [string, string];
        if (x !== y) differences.push({ board, key, column, computed: x, served: y });
      }
    }
  }
  return { cells, differences };
}

function byKey(rows: readonly ComputedRow[]): Map<string, ComputedRow> {
  return new Map(rows.map((row) => [row.key, row]));
}
