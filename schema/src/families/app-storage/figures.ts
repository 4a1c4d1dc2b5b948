import { sum } from '../../documents/stats.ts';
import type { Figure } from '../../figures/figure.ts';
import { defineFigureSide } from '../family.ts';
import { partOfPass, passOfSpan, type IostatPart } from '../iostat-part.ts';
import { cellFigure, totalNs } from './cells.ts';
import type { AppStoragePlan, AppStorageResult, AppStorageRow } from './schema.ts';
import { DIRECTIONS, WORKLOAD_IDS } from './workloads.ts';

export * from './cells.ts';
export * from './contenders.ts';
export * from './idb-engine.ts';
export * from './shipped.ts';
export * from './survived.ts';
export * from './syncs.ts';
export * from './verdict.ts';

/** All loops of a contender together, as one span. */
function partOfRow({ contender, cells }: AppStorageRow): IostatPart[] {
  const side = (direction: 'read' | 'write') => {
    const of = cells.filter(({ workload }) => DIRECTIONS[workload] === direction);
    const loops = (cell: (typeof cells)[number]) => cell.elapsed_ns.length;
    return {
      calls: sum(of.map((cell) => cell.ops * loops(cell))),
      bytes: sum(of.map((cell) => cell.bytes * loops(cell))),
      // Where storage calls cannot be counted, all of a call counts as waiting for storage.
      ns: sum(of.map((cell) => (cell.flushes === null ? totalNs(cell) : sum(cell.storage_ns)))),
    };
  };
  const elapsedNs = sum(cells.map(totalNs));
  return partOfPass(contender, passOfSpan({ elapsedNs, workers: 1, read: side('read'), write: side('write') }));
}

export const appStorageFigureSide = defineFigureSide<AppStoragePlan, AppStorageResult>({
  id: 'app-storage',
  iostat: ({ rows }) => rows.flatMap(partOfRow),
  figures: ({ result }) =>
    // A run that was stopped keeps the loops that it has; a row that failed has nothing to be trusted.
    result.rows
      .filter(({ status }) => status !== 'failed')
      .flatMap((row) =>
        WORKLOAD_IDS.flatMap((workload): Figure[] => {
          const figure = cellFigure(row, workload);
          if (!figure) return [];
          const id = `${row.contender} ${workload}`;
          // Rows that were just put are read from memory.
          const read_from = DIRECTIONS[workload] === 'read' ? 'cached' : null;
          return [{ id, name: id, unit: 'ns', better: 'lower', ...figure.perOpNs, p99_ns: null, read_from }];
        }),
      ),
});
