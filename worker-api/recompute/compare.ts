import { Board, BoardList, type BoardRow } from '@opfsmark/schema/boards';

/** Answers a path of the service with JSON. */
export type ReadJson = (path: string) => Promise<unknown>;

/** A cell of a board that is not the same. */
export interface Difference {
  readonly board: string;
  readonly key: string;
  /** A column of the row, or 'row' where one side has none. */
  readonly column: string;
  readonly computed: string;
  readonly served: string;
}

/** All ranked rows of a service, board by board. */
export async function readBoards(readJson: ReadJson): Promise<Map<string, BoardRow[]>> {
  const { boards } = BoardList.parse(await readJson('/api/v1/boards'));
  const served = new Map<string, BoardRow[]>();
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
  return served;
}

const NO_ROWS: readonly BoardRow[] = [];

/** Compares computed boards with served ones, cell for cell. */
export function compareBoards(
  computed: ReadonlyMap<string, readonly BoardRow[]>,
  served: ReadonlyMap<string, readonly BoardRow[]>,
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
      const columns = new Set([...Object.keys(a), ...Object.keys(b)]) as ReadonlySet<keyof BoardRow>;
      for (const column of columns) {
        cells++;
        const [x, y] = [JSON.stringify(a[column]) ?? 'none', JSON.stringify(b[column]) ?? 'none'];
        if (x !== y) differences.push({ board, key, column, computed: x, served: y });
      }
    }
  }
  return { cells, differences };
}

function byKey(rows: readonly BoardRow[]): Map<string, BoardRow> {
  return new Map(rows.map((row) => [row.key, row]));
}
